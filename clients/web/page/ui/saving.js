// Says that games are not saved, and offers them as files, for as long as that is so.
import { canStore, changes, trouble } from '../game/store.js';
import { t } from '../lang/text.js';
import { isKept, unpackRecord } from '../play/record.js';
import { exportGames } from './export.js';
import { button, h, iconButton, put } from './dom.js';

/** @param {import('./app.js').App} app */
export async function watchSaving(app) {
  const words = h('span', {});
  /** How many games were not saved when the person closed the bar. */
  let told = 0;
  const games = () => [...trouble.games.values()].filter(isKept);
  const save = button(t('saving.export'), () => exportGames(app, games().map(unpackRecord), () => true), { id: 'saving-export' });
  const close = iconButton(t('app.close'), 'close', () => {
    told = games().length;
    bar.hidden = true;
  });
  const bar = h('div', { class: 'saving', id: 'saving', role: 'alert', hidden: true }, words, save, close);
  document.querySelector('main')?.before(bar);
  const update = () => {
    const count = games().length;
    save.hidden = count === 0;
    if (trouble.reason === 'blocked') return;
    bar.hidden = count === 0 || count === told;
    if (count) put(words, trouble.reason === 'full' ? t('saving.full', { count }) : t('saving.failed', { count }));
    else told = 0;
  };
  changes.addEventListener('unsaved', update);
  if (await canStore()) return;
  update();
  if (trouble.reason !== 'blocked') return;
  put(words, t('saving.blocked'));
  bar.hidden = false;
}
