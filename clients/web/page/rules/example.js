// A small board that plays the moves of an example, again and again while it is in sight. It stands still for those who
// want no motion: then a button plays each move.
import { t } from '../lang/text.js';
import { squareInCheck } from '../protocol/view.js';
import { enable, h, iconButton } from '../ui/dom.js';
import { SmallBoard } from '../ui/small_board.js';
import { sideTitle } from '../ui/words.js';

/** @typedef {import('../protocol/view.js').View} View */
/** @typedef {{ start: string, from?: string, moves?: string[], en: [string, string], es: [string, string], pt: [string, string] }} Section a heading and a text in each language */

/** Milliseconds before the first move, between moves, and after the last one. */
const pauses = { first: 1600, next: 1300, last: 3000 };

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** @param {import('../protocol/referee.js').Referee} referee @param {string} game @param {Section} section */
export function example(referee, game, { start, from, moves = [] }) {
  const board = new SmallBoard();
  const played = h('p', { class: 'played', 'aria-hidden': 'true' });
  const voice = h('p', { class: 'sr-only', role: 'status' });
  const figure = h('figure', { class: 'example' }, board.element);
  /** @type {View[]} */
  let views = [];
  /** The squares of the moves. @type {Set<string>} */
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
  const toggle = h('button', { type: 'button', class: 'button', onclick: () => run(!running) });
  const next = iconButton(t('rules.step'), 'next', () => {
    run(false);
    step();
    voice.textContent = at ? t('play.said', { side: sideTitle(views[at - 1], views[at - 1].turn), move: moves[at - 1] }) : t('moves.start');
  });
  enable(next, false);
  /** @param {boolean} on */
  const run = (on) => {
    running = on;
    toggle.textContent = t(on ? 'rules.pause' : 'rules.play');
    wait();
  };
  if (moves.length) {
    figure.append(h('figcaption', {}, played, h('div', { class: 'buttons' }, toggle, next), voice));
    run(running);
  }
  const sight = new IntersectionObserver(async ([{ isIntersecting }]) => {
    if (!isIntersecting) return clearTimeout(timer);
    if (!views.length) {
      const found = await Promise.all([...moves.keys(), moves.length].map((count) => referee.look({ game, start, moves: moves.slice(0, count) })));
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
