// The boards of a match that are being played, in a grid. A board that became free takes the next game.
import { t } from '../lang/text.js';
import { h, put } from './dom.js';
import { LiveBoard } from './live_game.js';

/** @typedef {import('../game/match.js').LiveGame} LiveGame */
/** @typedef {import('../game/match.js').MatchGame} MatchGame */

/** More games at a time are only counted. */
const mostBoards = 12;

export class LiveBoards {
  /** @type {LiveBoard[]} */ #boards = [];
  #title = h('h2', {}, t('match.live'));
  #list = h('ul', { class: 'live-games' });
  #more = h('p', { class: 'quiet' });
  #app;
  #open;
  element;

  /** @param {import('./app.js').App} app @param {(game: LiveGame | MatchGame) => void} open */
  constructor(app, open) {
    this.#app = app;
    this.#open = open;
    this.element = h('div', { class: 'live', hidden: true }, this.#title, this.#list, this.#more, h('p', { class: 'quiet' }, t('match.ownScores')));
  }

  get shown() {
    return this.#boards.length > 0;
  }

  /**
   * @param {string} kind of the game @param {LiveGame[]} playing @param {Map<number, MatchGame>} finished
   * @param {{ over: boolean, silent: boolean }} match
   */
  update(kind, playing, finished, { over, silent }) {
    const shown = new Map(this.#boards.map((board) => [board.index, board]));
    const waiting = playing.filter(({ index }) => !shown.has(index));
    for (const game of playing) shown.get(game.index)?.show(kind, game);
    const isPlayed = new Set(playing.map(({ index }) => index));
    for (const board of this.#boards) {
      board.stale = silent;
      if (isPlayed.has(board.index)) continue;
      const next = waiting.shift();
      const ended = finished.get(board.index);
      if (next) board.show(kind, next);
      else if (ended && !board.ended) board.end(kind, ended);
    }
    while (waiting.length && this.#boards.length < mostBoards) {
      const board = new LiveBoard(this.#app, this.#open);
      this.#boards.push(board);
      this.#list.append(board.element);
      board.show(kind, /** @type {LiveGame} */ (waiting.shift()));
    }
    if (over) this.#clear();
    put(this.#more, waiting.length ? t('match.more', { count: waiting.length }) : '');
    this.#list.dataset.count = String(Math.min(this.#boards.length, 3));
    this.element.hidden = !this.shown;
  }

  /** The focus stays on the page. */
  #clear() {
    if (this.#list.contains(document.activeElement)) /** @type {HTMLElement | null} */ (this.element.closest('section')?.querySelector('h1'))?.focus();
    this.#list.replaceChildren();
    this.#boards = [];
  }

  /** @param {number} now milliseconds since 1970, by the clock of the match */
  tick(now) {
    for (const board of this.#boards) board.tick(now);
  }
}
