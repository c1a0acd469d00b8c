// The rules of a game in words and small boards, and the keys.
import { gamesWithRules } from '../games/specifications.js';
import { loadJson, named, t } from '../lang/text.js';
import { squareInCheck } from '../protocol/parse.js';
import { enable, h, iconButton } from './dom.js';
import { SmallBoard } from '../board/small_board.js';
import { sideTitle } from './descriptions.js';
import { openDialog } from './dialogs.js';

/** @typedef {import('../protocol/parse.js').View} View */
/** @typedef {{ start: string, from?: string, moves?: string[], en: [string, string], es: [string, string], pt: [string, string] }} Section a heading and a text in each language */

/** Milliseconds before the first move, between moves, and after the last. */
const pauses = { first: 1600, next: 1300, last: 3000 };

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** @param {import('../protocol/referee.js').Referee} referee @param {string} game @param {Section} section */
export function example(referee, game, { start, from, moves = [] }) {
  const board = new SmallBoard();
  const played = h('p', { class: 'played', 'aria-hidden': 'true' });
  const liveRegion = h('p', { class: 'sr-only', role: 'status' });
  const figure = h('figure', { class: 'example' }, board.element);
  /** @type {View[]} */
  let views = [];
  /** Squares of the moves. @type {Set<string>} */
  let named = new Set();
  let at = 0;
  let running = !still.matches;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {number} number of moves played @param {boolean} [animated] */
  const show = (number, animated = false) => {
    at = number;
    const before = views[at - 1];
    const route = before?.routes.find(({ move }) => move === moves[at - 1]);
    const origin = views[0].routes.filter(({ path }) => path[0] === from);
    board.show(views[at], { route: animated ? route : undefined, named });
    board.mark(route ? { last: route.path, check: squareInCheck(views[at]) } : at === 0 && from ? {
      chosen: from, targets: new Map(origin.map(({ path, takes }) => [path[path.length - 1], takes.length > 0])),
    } : {});
    played.replaceChildren(...moves.map((move, i) => h('span', { class: i < at ? 'done' : '' }, move)));
  };
  const step = () => show(at < moves.length ? at + 1 : 0, true);
  const wait = () => {
    clearTimeout(timer);
    if (!running || !figure.isConnected || !views.length) return;
    timer = setTimeout(() => {
      step();
      wait();
    }, at === 0 ? pauses.first : at < moves.length ? pauses.next : pauses.last);
  };
  const toggle = h('button', { type: 'button', class: 'button', onclick: () => setRunning(!running) });
  const next = iconButton(t('rules.step'), 'next', () => {
    setRunning(false);
    step();
    liveRegion.textContent = at ? t('play.said', { side: sideTitle(views[at - 1], views[at - 1].turn), move: moves[at - 1] }) : t('moves.start');
  });
  enable(next, false);
  /** @param {boolean} on */
  const setRunning = (on) => {
    running = on;
    toggle.textContent = t(on ? 'rules.pause' : 'rules.play');
    wait();
  };
  if (moves.length) {
    figure.append(h('figcaption', {}, played, h('div', { class: 'buttons' }, toggle, next), liveRegion));
    setRunning(running);
  }
  const sight = new IntersectionObserver(async ([{ isIntersecting }]) => {
    if (!isIntersecting) return clearTimeout(timer);
    if (!views.length) {
      const found = await Promise.all([...moves.keys(), moves.length].map((count) => referee.view({ game, start, moves: moves.slice(0, count) })));
      views = found;
      named = new Set(moves.flatMap((move, i) => found[i].routes.find((route) => route.move === move)?.path ?? []));
      show(0);
      enable(next, true);
    }
    wait();
  });
  sight.observe(figure);
  return figure;
}

/** @param {import('../main.js').App} app @param {string} game */
export async function showRules(app, game) {
  const language = /** @type {'en' | 'es' | 'pt'} */ (document.documentElement.lang);
  const title = (await app.referee.games()).find(({ name }) => name === game)?.title ?? game;
  const { entries, titles } = await loadJson('lang/keys.json');
  /** @type {Section[]} */
  const sections = gamesWithRules.includes(game) ? await loadJson(`games/${game}.json`) : [];
  const dialog = openDialog(t('rules.title', { game: named('game', title) }), () => [
    ...(sections.length ? sections.map((section) => {
      const [heading, text] = section[language];
      return h('section', { class: 'rule' },
        h('div', { class: 'rule-text' }, h('h3', {}, heading), h('p', {}, text)), example(app.referee, game, section));
    }) : [h('p', {}, t('rules.none'))]),
    h('section', {}, h('h3', {}, titles[language]), h('dl', { class: 'keys' }, ...entries.flatMap((/** @type {Record<string, [string, string]>} */ entry) => {
      const [keys, what] = entry[language];
      return [h('dt', {}, keys), h('dd', {}, what)];
    }))),
  ], `rules ${game}`);
  dialog.classList.add('rules');
}
