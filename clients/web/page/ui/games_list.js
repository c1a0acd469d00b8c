// The games stored in this browser.
import { all, forget } from '../game/store.js';
import { unpackRecord } from '../play/record.js';
import { lastOf, lineTo } from '../game/tree.js';
import { named, t } from '../lang/text.js';
import { button, h, iconButton } from './dom.js';
import { openDialog } from './dialog.js';

/** @param {import('./app.js').App} app */
export async function openGames(app) {
  const packed = await all();
  const titles = new Map((await app.referee.games()).map(({ name, title }) => [name, named('game', title)]));
  openDialog(t('games.title'), (close) => {
    if (packed.length === 0) return [h('p', { class: 'quiet' }, t('games.none'))];
    const list = h('ul', { class: 'games' });
    for (const each of packed) {
      const record = unpackRecord(each);
      const moves = lineTo(lastOf(record.root)).length;
      const when = new Date(record.changed).toLocaleString(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
      const title = titles.get(record.game) ?? record.game;
      const item = h('li', {},
        h('span', { class: 'game-about' }, h('strong', {}, title), h('span', { class: 'quiet' }, `${t('games.moves', { count: moves })} · ${when}`)),
        button(t('games.open'), async () => {
          if (await app.open(record)) close();
        }),
        record.id === app.table.record.id ? null : iconButton(`${t('games.delete')}: ${title}, ${when}`, 'bin', async () => {
          await forget(record.id);
          item.remove();
        }));
      list.append(item);
    }
    return [list];
  });
}
