// The explorer: moves of the shown position in the opening book and in stored games.
import { scoreText } from '../analysis/scores.js';
import { GameIndexer, explorerMoves, readBook, talliesAt } from '../analysis/game_index.js';
import { t } from '../lang/text.js';
import { Unreachable } from '../protocol/referee.js';
import { otherSide } from '../protocol/parse.js';
import { Refusal } from '../protocol/session.js';
import { h, setText } from './dom.js';
import { forLight, lightSide, scoreWords, sideTitle } from './descriptions.js';

/** @typedef {import('../main.js').App} App */
/** @typedef {import('../protocol/parse.js').View} View */
/** @typedef {import('../analysis/game_index.js').ExplorerMove} ExplorerMove */

export class Explorer {
  #on = false;
  #asked = 0;
  #shown = '';
  /** @type {ReturnType<typeof newRow>[]} */ #rows = [];

  /** @param {App} app @param {HTMLElement} container @param {import('./board_panel.js').BoardPanel} board */
  constructor(app, container, board) {
    this.app = app;
    this.container = container;
    this.board = board;
    this.indexer = new GameIndexer(app.engines.session(0, 'explorer'), () => this.#update());
    this.body = h('tbody', {});
    /** @param {string} key */
    const head = (key) => h('th', { scope: 'col' }, t(`explorer.${key}`));
    this.table = h('table', { hidden: true }, h('thead', {}, h('tr', {}, ...['move', 'score', 'book', 'games'].map(head))), this.body);
    this.note = h('p', { class: 'quiet', role: 'status' });
    this.heading = h('h2', { tabindex: -1 }, t('explorer.title'));
    container.setAttribute('aria-label', t('explorer.title'));
    container.replaceChildren(this.heading, this.table, this.note);
    app.currentGame.addEventListener('position', () => this.#update());
    this.indexer.begin();
  }

  /** @param {boolean} on */
  show(on) {
    if (on === this.#on) return;
    this.#on = on;
    this.container.hidden = !on;
    if (on) this.#update();
    else this.#point(null);
  }

  async #update() {
    const { currentGame, referee } = this.app;
    const { view } = currentGame;
    if (!this.#on || !view) return;
    const asked = (this.#asked += 1);
    const [book, stored] = await Promise.all([
      referee.ask(currentGame.positionAt(), ['book']).then(readBook).catch((error) => {
        // Stored games are shown without a book or connection.
        if (error instanceof Refusal || error instanceof Unreachable) return [];
        throw error;
      }),
      talliesAt(`${view.game} ${view.fen}`),
    ]);
    if (asked === this.#asked && this.#on) this.#draw(view, explorerMoves(book, stored));
  }

  /** @param {View} view @param {ExplorerMove[]} moves */
  #draw(view, moves) {
    const focused = this.#rows.findIndex(({ button }) => button === document.activeElement);
    while (this.#rows.length < moves.length) this.#addRow();
    while (this.#rows.length > moves.length) this.#rows.pop()?.element.remove();
    moves.forEach((known, i) => fill(this.#rows[i], view, known));
    if (focused >= 0) (this.#rows[Math.min(focused, moves.length - 1)]?.button ?? this.heading).focus({ preventScroll: true });
    this.table.hidden = moves.length === 0;
    const { done, all } = this.indexer.progress;
    setText(this.note, this.indexer.isReading ? t('explorer.reading', { done, all }) : moves.length ? '' : t('explorer.none'));
    if (this.#shown === view.fen) return;
    this.#shown = view.fen;
    this.container.scrollTop = 0;
    const under = this.#rows.find(({ element, button }) => element.matches(':hover') || button === document.activeElement);
    this.#point(under?.move ?? null);
  }

  #addRow() {
    const row = newRow(() => this.app.currentGame.play(row.move), (on) => this.#point(on ? row.move : null));
    this.#rows.push(row);
    this.body.append(row.element);
  }

  /** Shows an arrow. @param {string | null} move */
  #point(move) {
    const path = this.app.currentGame.view?.routes.find((route) => route.move === move)?.path;
    if (!path && !this.board.pointed) return;
    this.board.pointed = path ? { from: path[0], to: path[path.length - 1], rank: 0 } : null;
    this.board.mark();
  }
}

/** @param {() => void} play @param {(on: boolean) => void} point */
function newRow(play, point) {
  const button = h('button', { type: 'button', class: 'pv-move', onfocus: () => point(true), onblur: () => point(false) });
  const [score, book, stored] = [h('td', { class: 'explorer-score' }), h('td', {}), h('td', {})];
  // A click on the button bubbles to its row.
  const element = h('tr', { onclick: play, onpointerenter: () => point(true), onpointerleave: () => point(false) },
    h('th', { scope: 'row' }, button), score, book, stored);
  return { element, button, score, book, stored, move: '' };
}

/** @param {ReturnType<typeof newRow>} row @param {View} view @param {ExplorerMove} known */
function fill(row, view, { move, book, share, stored }) {
  row.move = move;
  setText(row.button, move);
  setText(row.score, book ? scoreText(forLight(view, book.info), scoreWords(view)) : '');
  row.score.title = book?.info.depth ? t('analysis.depth', { depth: book.info.depth }) : '';
  const percent = Math.round(100 * share);
  row.book.replaceChildren(...(book ? cell(short(book.visits), `${percent} %`,
    t('explorer.share', { visits: book.visits, percent }), [['share', share], ['rest', 1 - share]]) : []));
  if (!stored) return row.stored.replaceChildren();
  const light = lightSide(view);
  const [wins, losses] = [stored.wins[light] ?? 0, stored.wins[otherSide(view, light).name] ?? 0];
  row.stored.replaceChildren(...cell(short(stored.count), `+${wins} =${stored.draws} −${losses}`,
    t('explorer.results', { side: sideTitle(view, light), wins, draws: stored.draws, losses }),
    [['wins', wins], ['draws', stored.draws], ['losses', losses]]));
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
