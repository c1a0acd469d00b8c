// What is to be said about the engine in the page: how much of it is loaded, and why it does not run.
import { t } from '../lang/text.js';
import { button, h, put } from './dom.js';
import { say } from './messages.js';

const million = 1e6;

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / million).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** @param {import('../protocol/engines.js').Engines} engines @param {HTMLElement} place */
export async function showOwnEngine(engines, place) {
  const style = h('link', { rel: 'stylesheet', href: 'style/own_engine.css' });
  await new Promise((done) => {
    style.onload = style.onerror = done;
    document.head.append(style);
  });
  const words = h('span', { id: 'own-loaded' });
  const bar = h('progress', { 'aria-labelledby': 'own-loaded' });
  const loading = h('p', { class: 'own-loading', hidden: true }, words, bar);
  const why = h('span', {});
  const failure = h('p', { class: 'own-failure', role: 'alert', hidden: true }, why, button(t('own.retry'), () => engines.retry(), { id: 'own-retry' }));
  place.prepend(loading, failure);

  const update = () => {
    const { progress, failure: reason } = engines;
    if (progress && loading.hidden) say(t('own.loadingBegins'));
    loading.hidden = !progress;
    if (progress) {
      put(words, t('own.loading', { loaded: megabytes(progress.loaded), total: megabytes(progress.total) }));
      bar.max = progress.total;
      bar.value = progress.loaded;
    }
    if (reason !== null) put(why, reason ? t('own.failed', { reason }) : t('own.failedAlone'));
    failure.hidden = reason === null || Boolean(progress);
  };
  addEventListener('online', () => engines.failure !== null && engines.retry());
  update();
  return { update };
}
