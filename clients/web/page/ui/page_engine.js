// The engine in the page: its loading, its faults, and the service worker that stores page and engine.
import { t } from '../lang/text.js';
import { button, h, setText } from './dom.js';
import { announce } from './dialogs.js';
import { fetchText } from '../protocol/config.js';
import { canStore } from '../storage/games.js';

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 1e6).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @param {import('../protocol/engines.js').Engines} engines @param {HTMLElement} container @returns {() => void} to call when its state changes */
export function showPageEngine(engines, container) {
  const words = h('span', { id: 'engine-loaded' });
  const bar = h('progress', { 'aria-labelledby': 'engine-loaded' });
  const loading = h('p', { class: 'engine-loading', hidden: true }, words, bar);
  const why = h('span', {});
  const failure = h('p', { class: 'engine-failure', role: 'alert', hidden: true }, why, button(t('engine.retry'), () => engines.retry(), { id: 'engine-retry' }));
  container.prepend(loading, failure);

  const update = () => {
    const { progress, failure: reason } = engines;
    if (progress && loading.hidden) announce(t('engine.loadingBegins'));
    loading.hidden = !progress;
    if (progress) {
      setText(words, t('engine.loading', { loaded: megabytes(progress.loaded), total: megabytes(progress.total) }));
      bar.max = progress.total;
      bar.value = progress.loaded;
    }
    if (reason !== null) setText(why, reason ? t('engine.failed', { reason }) : t('engine.stopped'));
    failure.hidden = reason === null || Boolean(progress);
  };
  addEventListener('online', () => engines.failure !== null && engines.retry());
  update();
  return update;
}

/** Registers the service worker and offers updates. @param {import('../protocol/engines.js').Engines} engines @param {HTMLElement} container */
export async function startServiceWorker(engines, container) {
  // The board is shown: load the engine now.
  if (!engines.hasDaemon) engines.session(0, 'referee').ask([]).catch(() => {});
  const serviceWorker = serviceWorkers();
  if (!serviceWorker || !(await canStore())) return;
  // A reload loses nothing: games are stored at each move, and searches restart.
  let isFirst = !serviceWorker.controller;
  serviceWorker.addEventListener('controllerchange', () => {
    if (!isFirst) location.reload();
    isFirst = false;
  });
  // Without network, an earlier version continues.
  const files = await fetchText('files.json', 'no-store');
  const newest = files ? await serviceWorker.register(`sw.js?version=${JSON.parse(files).version}`).catch(() => null) : null;
  const registration = newest ?? (await serviceWorker.getRegistration().catch(() => null));
  if (!registration) return;
  const offer = () => {
    const { waiting } = registration;
    if (waiting && serviceWorker.controller) offerUpdate(waiting, container);
  };
  const watch = () => registration.installing?.addEventListener('statechange', offer);
  registration.addEventListener('updatefound', watch);
  watch();
  offer();
  await cacheEngine(engines);
}

/** Undefined without HTTPS, in private windows of some browsers, and if site data is blocked. */
function serviceWorkers() {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}

/** Stores the engine, with threads if this browser will use them. The settings show the outcome.
 * @param {import('../protocol/engines.js').Engines} engines */
export async function cacheEngine(engines) {
  const registration = await serviceWorkers()?.getRegistration().catch(() => null);
  if (!registration) return;
  const { active: worker } = await navigator.serviceWorker.ready;
  if (!worker) return;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
  const threads = engines.cores > 1 && 'crossOriginIsolated' in globalThis;
  worker.postMessage({ cacheEngine: { threads } }, [port2]);
  const { kept, full } = await answer;
  document.documentElement.dataset.kept = kept ? 'all' : full ? 'full' : 'page';
}

/** @param {ServiceWorker} waiting @param {HTMLElement} container */
function offerUpdate(waiting, container) {
  if (container.querySelector('.update-offer')) return;
  const question = h('p', { class: 'update-offer', role: 'status' }, h('span', {}, t('update.available')),
    button(t('update.now'), () => waiting.postMessage('take over'), { id: 'update-now' }),
    button(t('update.later'), () => question.remove(), { id: 'update-later' }));
  container.append(question);
}
