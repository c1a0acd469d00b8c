// Versions of the page: the one that is kept for use without a network, and a newer one, which takes over when a person wants it.
import { canStore } from '../game/store.js';
import { t } from '../lang/text.js';
import { button, h } from './dom.js';

/** @param {import('../protocol/engines.js').Engines} engines @param {HTMLElement} place of the question */
export async function keepPage(engines, place) {
  await engines.loadWorkers();
  // The board stands: now the engine may come.
  if (!engines.hasDaemon) engines.session(0, 'referee').ask([]).catch(() => {});
  const serviceWorker = serviceWorkers();
  if (!serviceWorker || !(await canStore())) return;
  // A reload loses nothing: games are saved with each move, and an engine that thinks begins again.
  let isFirst = !serviceWorker.controller;
  serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) location.reload();
    isFirst = false;
  });
  const registration = (await register()) ?? (await serviceWorker.getRegistration().catch(() => null));
  if (!registration) return;
  const offer = () => {
    const { waiting } = registration;
    if (waiting && serviceWorker.controller) ask(waiting, place);
  };
  const watch = () => registration.installing?.addEventListener('statechange', offer);
  registration.addEventListener('updatefound', watch);
  watch();
  offer();
  await keepEngine(engines);
}

/** There are none without HTTPS on other machines, in private windows of some browsers, and where site data is blocked. */
function serviceWorkers() {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}

/** With the newest version, where the network is there. @returns {Promise<ServiceWorkerRegistration | null>} */
async function register() {
  const answer = await fetch('files.json', { cache: 'no-store' }).catch(() => null);
  if (!answer?.ok) return null;
  const { version } = await answer.json();
  return navigator.serviceWorker.register(`sw.js?version=${version}`).catch(() => null);
}

/** The code with threads, where this browser runs it once the page is isolated, else the other. For people, too: the settings say what is
 * kept. @param {import('../protocol/engines.js').Engines} engines */
export async function keepEngine(engines) {
  const registration = await serviceWorkers()?.getRegistration().catch(() => null);
  if (!registration) return;
  const { active: worker } = await navigator.serviceWorker.ready;
  if (!worker) return;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
  const threads = engines.cores > 1 && 'crossOriginIsolated' in globalThis;
  worker.postMessage({ keepEngine: { threads } }, [port2]);
  const { kept, full } = await answer;
  document.documentElement.dataset.kept = kept ? 'all' : full ? 'full' : 'page';
}

/** @param {ServiceWorker} waiting @param {HTMLElement} place */
function ask(waiting, place) {
  if (place.querySelector('.own-update')) return;
  const question = h('p', { class: 'own-update', role: 'status' }, h('span', {}, t('own.update')),
    button(t('own.take'), () => waiting.postMessage('take over'), { id: 'own-take' }),
    button(t('own.later'), () => question.remove(), { id: 'own-later' }));
  place.append(question);
}
