// The explorer: moves of the shown position in the opening book and in own games.
import { scoreText } from '../analysis/scores.js';
import { OwnGames, knownMoves, readBook, talliesAt } from '../analysis/own_games.js';
import { t } from '../lang/text.js';
import { Unreachable } from '../protocol/referee.js';
import { otherSide } from '../protocol/parse.js';
import { Refusal } from '../protocol/session.js';
import { h, put } from './dom.js';
import { forLight, lightSide, scoreWords, sideTitle } from './descriptions.js';

/** @typedef {import('../main.js').App} App */
/** @typedef {import('../protocol/parse.js').View} View */
/** @typedef {import('../analysis/own_games.js').Known} Known */

/** Loads the style first. @param {App} app @param {HTMLElement} place @param {import('./board_panel.js').BoardPanel} board @returns {Promise<Explorer>} */
export function newExplorer(app, place, board) {
  return new Promise((resolve) => {
    const done = () => resolve(new Explorer(app, place, board));
    document.head.append(h('link', { rel: 'stylesheet', href: 'style/explorer.css', onload: done, onerror: done }));
  });
}

class Explorer {
  #on = false;
  #asked = 0;
  #shown = '';
  /** @type {ReturnType<typeof newRow>[]} */ #rows = [];

  /** @param {App} app @param {HTMLElement} place @param {import('./board_panel.js').BoardPanel} board */
  constructor(app, place, board) {
    this.app = app;
    this.place = place;
    this.board = board;
    this.own = new OwnGames(app.engines.session(0, 'explorer'), () => this.#update());
    this.body = h('tbody', {});
    /** @param {string} key */
    const head = (key) => h('th', { scope: 'col' }, t(`explorer.${key}`));
    this.table = h('table', { hidden: true }, h('thead', {}, h('tr', {}, ...['move', 'score', 'book', 'own'].map(head))), this.body);
    this.note = h('p', { class: 'quiet', role: 'status' });
    this.heading = h('h2', { tabindex: -1 }, t('explorer.title'));
    place.setAttribute('aria-label', t('explorer.title'));
    place.replaceChildren(this.heading, this.table, this.note);
    app.table.addEventListener('position', () => this.#update());
    this.own.begin();
  }

  /** @param {boolean} on */
  show(on) {
    if (on === this.#on) return;
    this.#on = on;
    this.place.hidden = !on;
    if (on) this.#update();
    else this.#point(null);
  }

  async #update() {
    const { table, referee } = this.app;
    const { view } = table;
    if (!this.#on || !view) return;
    const asked = (this.#asked += 1);
    const [book, own] = await Promise.all([
      referee.ask(table.place(), ['book']).then(readBook).catch((error) => {
        // Own games are shown without a book or connection.
        if (error instanceof Refusal || error instanceof Unreachable) return [];
        throw error;
      }),
      talliesAt(`${view.game} ${view.fen}`),
    ]);
    if (asked === this.#asked && this.#on) this.#draw(view, knownMoves(book, own));
  }

  /** @param {View} view @param {Known[]} moves */
  #draw(view, moves) {
    const focused = this.#rows.findIndex(({ button }) => button === document.activeElement);
    while (this.#rows.length < moves.length) this.#addRow();
    while (this.#rows.length > moves.length) this.#rows.pop()?.element.remove();
    moves.forEach((known, i) => fill(this.#rows[i], view, known));
    if (focused >= 0) (this.#rows[Math.min(focused, moves.length - 1)]?.button ?? this.heading).focus({ preventScroll: true });
    this.table.hidden = moves.length === 0;
    const { done, all } = this.own.progress;
    put(this.note, this.own.isReading ? t('explorer.reading', { done, all }) : moves.length ? '' : t('explorer.none'));
    if (this.#shown === view.fen) return;
    this.#shown = view.fen;
    this.place.scrollTop = 0;
    const under = this.#rows.find(({ element, button }) => element.matches(':hover') || button === document.activeElement);
    this.#point(under?.move ?? null);
  }

  #addRow() {
    const row = newRow(() => this.app.table.play(row.move), (on) => this.#point(on ? row.move : null));
    this.#rows.push(row);
    this.body.append(row.element);
  }

  /** Shows an arrow. @param {string | null} move */
  #point(move) {
    const path = this.app.table.view?.routes.find((route) => route.move === move)?.path;
    if (!path && !this.board.pointed) return;
    this.board.pointed = path ? { from: path[0], to: path[path.length - 1], rank: 0 } : null;
    this.board.mark();
  }
}

/** @param {() => void} play @param {(on: boolean) => void} point */
function newRow(play, point) {
  const button = h('button', { type: 'button', class: 'pv-move', onfocus: () => point(true), onblur: () => point(false) });
  const [score, book, own] = [h('td', { class: 'explorer-score' }), h('td', {}), h('td', {})];
  // A click on the button bubbles to its row.
  const element = h('tr', { onclick: play, onpointerenter: () => point(true), onpointerleave: () => point(false) },
    h('th', { scope: 'row' }, button), score, book, own);
  return { element, button, score, book, own, move: '' };
}

/** @param {ReturnType<typeof newRow>} row @param {View} view @param {Known} known */
function fill(row, view, { move, book, share, own }) {
  row.move = move;
  put(row.button, move);
  put(row.score, book ? scoreText(forLight(view, book.info), scoreWords(view)) : '');
  row.score.title = book?.info.depth ? t('analysis.depth', { depth: book.info.depth }) : '';
  const percent = Math.round(100 * share);
  row.book.replaceChildren(...(book ? cell(short(book.visits), `${percent} %`,
    t('explorer.share', { visits: book.visits, percent }), [['share', share], ['rest', 1 - share]]) : []));
  if (!own) return row.own.replaceChildren();
  const light = lightSide(view);
  const [wins, losses] = [own.wins[light] ?? 0, own.wins[otherSide(view, light).name] ?? 0];
  row.own.replaceChildren(...cell(short(own.count), `+${wins} =${own.draws} −${losses}`,
    t('explorer.results', { side: sideTitle(view, light), wins, draws: own.draws, losses }),
    [['wins', wins], ['draws', own.draws], ['losses', losses]]));
}

/** @param {number} number */
const short = (number) => number.toLocaleString(document.documentElement.lang, { notation: 'compact' });

/** A number and its parts, in digits, in words, and as a bar. @param {string} number @param {string} parts @param {string} words @param {[string, number][]} bar lengths by kind @returns {HTMLElement[]} */
function cell(number, parts, words, bar) {
  return [
    h('span', { class: 'explorer-text', title: words }, h('span', {}, number), h('span', { class: 'quiet', 'aria-hidden': 'true' }, parts)),
    h('span', { class: 'sr-only' }, words),
    h('span', { class: 'explorer-bar', 'aria-hidden': 'true' }, ...bar.map(([kind, length]) => {
      const part = h('span', { class: kind });
      part.style.setProperty('flex-grow', String(length));
      return part;
    })),
  ];
}
