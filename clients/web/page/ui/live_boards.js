// The boards of games in progress in a match.
import { Drawing } from '../board/drawing.js';
import { scoreText } from '../analysis/scores.js';
import { t } from '../lang/text.js';
import { clockText } from '../play/current_game.js';
import { h, setText } from './dom.js';
import { headingOf, verdictText } from './match_results.js';
import { sidePiece } from '../board/pieces.js';
import { scoreWords, sideTitle } from './descriptions.js';

/** @typedef {import('../main.js').App} App */
/** @typedef {import('../protocol/parse.js').View} View */
/** @import { LiveGame, MatchGame } from './match_results.js' */

let boards = 0;

class LiveBoard {
  #app;
  #drawing;
  #button;
  #about = h('p', { class: 'live-about quiet' });
  #ends = { top: sideLine(), bottom: sideLine() };
  /** As it was in progress. @type {LiveGame} */ #game;
  /** @type {MatchGame | null} */ #ended = null;
  /** @type {View | null} */ #view = null;
  #shown = { index: -1, plies: -1 };
  #asking = false;
  /** Whether to stop the clocks. */ stale = false;

  /** @param {App} app @param {(game: LiveGame | MatchGame) => void} open @param {string} kind of the game @param {LiveGame} game */
  constructor(app, open, kind, game) {
    this.#app = app;
    this.#game = game;
    const picture = h('div', { class: 'live-picture', id: `live-${(boards += 1)}`, 'aria-hidden': 'true' });
    this.#drawing = new Drawing(picture, () => '');
    this.#button = h('button', { type: 'button', class: 'live-open', onclick: () => open(this.#ended ?? this.#game) }, picture);
    this.element = h('li', { class: 'live-game' }, this.#ends.top.line, this.#button, this.#ends.bottom.line, this.#about);
    this.show(kind, game);
  }

  get index() {
    return this.#game.index;
  }

  get ended() {
    return this.#ended !== null;
  }

  /** Shows a game, or the last position of one that has ended. @param {string} kind @param {LiveGame} [game] @param {MatchGame | null} [ended] */
  show(kind, game = this.#game, ended = null) {
    this.#game = game;
    this.#ended = ended;
    this.#write();
    this.#ask(kind);
  }

  /** Requests the position, one at a time. @param {string} kind */
  async #ask(kind) {
    if (this.#asking) return;
    this.#asking = true;
    const { referee } = this.#app;
    for (let last = this.#moves(); kind && (last.index !== this.#shown.index || last.moves.length !== this.#shown.plies); last = this.#moves()) {
      const { index, start, moves } = last;
      const follows = index === this.#shown.index && moves.length === this.#shown.plies + 1;
      this.#shown = { index, plies: moves.length };
      try {
        const before = follows || !moves.length ? this.#view : await referee.view({ game: kind, start, moves: moves.slice(0, -1) });
        const view = await referee.view({ game: kind, start, moves });
        const route = before?.routes.find(({ move }) => move === moves.at(-1)) ?? null;
        this.#view = view;
        this.#drawing.show(view, false, follows ? route : null);
        this.#drawing.mark({ last: moves.length ? route?.path : [] });
      } catch {
        break; // the engine does not know the game
      }
      this.#write();
    }
    this.#asking = false;
  }

  #moves() {
    const { index, start, moves } = this.#ended ?? this.#game;
    return { index, start, moves: moves.map((each) => (typeof each === 'string' ? each : each.move)) };
  }

  #write() {
    const game = this.#game;
    const { first, second, index } = game;
    const { moves } = this.#moves();
    const number = index + 1;
    const plies = moves.length;
    const { left, right, result: ended } = headingOf(this.#ended ?? game, this.#view);
    const label = t('match.showLive', { number, first: left, second: right });
    if (this.#button.getAttribute('aria-label') !== label) this.#button.setAttribute('aria-label', label);
    const name = t('match.number', { number });
    const move = plies ? t('match.lastMove', { number: Math.floor((plies - 1 + game['to-move']) / 2) + 1, move: moves[plies - 1] }) : '';
    const result = this.#ended && `${ended} · ${verdictText(this.#ended.verdict)}`;
    setText(this.#about, [name, result || move].filter(Boolean).join(' · '));
    this.element.classList.toggle('ended', this.ended);
    [first, second].forEach((player, side) => {
      const part = this.#end(side);
      const shown = this.#view?.sides[side];
      part.line.classList.toggle('on-turn', !this.ended && game.turn === side);
      if (this.#view && shown && part.piece.title !== sideTitle(this.#view, shown.name)) {
        part.piece.title = sideTitle(this.#view, shown.name);
        part.piece.replaceChildren(sidePiece(this.#view, shown.name));
      }
      setText(part.name, player);
      part.name.title = player;
      setText(part.score, this.#scoreOf(side));
    });
  }

  /** @param {number} side 0 is the one that moves first in the game */
  #end(side) {
    return this.#ends[this.#view?.sides[side]?.end ?? (side ? 'top' : 'bottom')];
  }

  /** @param {number} side */
  #scoreOf(side) {
    const { cp, mate, depth } = this.#game.last[side] ?? {};
    if (!this.#view || (cp === undefined && mate === undefined)) return '';
    const score = scoreText({ cp, mate }, scoreWords(this.#view));
    return depth === undefined ? score : `${score} / ${depth}`;
  }

  /** @param {number} now milliseconds since 1970, by the clock of the match */
  tick(now) {
    const game = this.#game;
    if (this.ended || this.stale) return;
    const since = game['since-ms'];
    game['left-us'].forEach((left, side) => {
      const { clock } = this.#end(side);
      clock.hidden = left === null;
      if (left === null) return;
      const spent = side === game.turn && since !== null ? Math.max(0, now - since) : 0;
      setText(clock, clockText(Math.max(0, left / 1000 - spent)));
    });
  }
}

function sideLine() {
  const piece = h('span', { 'aria-hidden': 'true' });
  const name = h('span', { class: 'player-name' });
  const score = h('span', { class: 'live-score quiet' });
  const clock = h('span', { class: 'clock', role: 'timer', hidden: true });
  return { piece, name, score, clock, line: h('p', { class: 'live-side' }, piece, name, score, clock) };
}

/** Further games are only counted. */
const maxBoards = 12;

export class LiveBoards {
  /** @type {LiveBoard[]} */ #boards = [];
  #title = h('h2', {}, t('match.live'));
  #list = h('ul', { class: 'live-games' });
  #more = h('p', { class: 'quiet' });
  #app;
  #open;
  element;

  /** @param {import('../main.js').App} app @param {(game: LiveGame | MatchGame) => void} open */
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
      else if (ended && !board.ended) board.show(kind, undefined, ended);
    }
    while (waiting.length && this.#boards.length < maxBoards) {
      const board = new LiveBoard(this.#app, this.#open, kind, /** @type {LiveGame} */ (waiting.shift()));
      this.#boards.push(board);
      this.#list.append(board.element);
    }
    if (over) this.#clear();
    setText(this.#more, waiting.length ? t('match.more', { count: waiting.length }) : '');
    this.#list.dataset.count = String(Math.min(this.#boards.length, 3));
    this.element.hidden = !this.shown;
  }

  /** Keeps the focus on the page. */
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
