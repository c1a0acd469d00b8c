// The rules of a game in words and small boards, and the keys. Loaded when it is opened for the first time.
import { named, t } from '../lang/text.js';
import { openDialog } from '../ui/dialog.js';
import { h } from '../ui/dom.js';
import { example } from './example.js';

/** By the daemon's name of the game. @type {Record<string, () => Promise<{ default: import('./example.js').Section[] }>>} */
export const written = {
  english: () => import('./english.js'),
  spanish: () => import('./spanish.js'),
  stupid: () => import('./stupid.js'),
  towers: () => import('./towers.js'),
  'reduced-chess': () => import('./reduced_chess.js'),
};

/** @param {import('../ui/app.js').App} app @param {string} game */
export async function showRules(app, game) {
  const language = /** @type {'en' | 'es' | 'pt'} */ (document.documentElement.lang);
  const title = (await app.referee.games()).find(({ name }) => name === game)?.title ?? game;
  // Texts are loaded when they are read.
  const { entries, titles } = await import('./keys.js');
  const sections = (await written[game]?.())?.default ?? [];
  const dialog = openDialog(t('rules.title', { game: named('game', title) }), () => [
    ...(sections.length ? sections.map((section) => {
      const [heading, text] = section[language];
      return h('section', { class: 'rule' },
        h('div', { class: 'rule-text' }, h('h3', {}, heading), h('p', {}, text)), example(app.referee, game, section));
    }) : [h('p', {}, t('rules.none'))]),
    h('section', {}, h('h3', {}, titles[language]), h('dl', { class: 'keys' }, ...entries.flatMap((entry) => {
      const [keys, what] = entry[language];
      return [h('dt', {}, keys), h('dd', {}, what)];
    }))),
  ], `rules ${game}`);
  dialog.classList.add('rules');
}
