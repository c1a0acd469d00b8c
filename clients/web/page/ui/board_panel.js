// The board of the game: clicks become moves, marks are shown, and refusals explained.
import { t } from '../lang/text.js';
import { enable, h, iconButton } from './dom.js';
import { refusalText } from '../lang/errors.js';
import { Refusal } from '../protocol/session.js';
import { Drawing, withShape } from '../board/drawing.js';
import { MoveEntry, Premove, illegalMoveText } from '../board/move_entry.js';
import { corner, unit } from '../board/geometry.js';
import { listen, listenToStrokes } from '../board/input.js';
import { pieceAt, squareInCheck } from '../protocol/parse.js';
import { punishesInvalidMoves, stupid } from '../games/specifications.js';
import { describeCell } from './descriptions.js';
import { announce, showNote } from './dialogs.js';

const step = 1.5;

/** @param {import('../board/drawing.js').Drawing} drawing */
export function showZoomTools(drawing) {
  const { zoom } = drawing.viewport;
  /** @param {() => void} change */
  const after = (change) => () => {
    change();
    drawing.showViewport();
  };
  const more = iconButton(t('board.larger'), 'plus', after(() => zoom.by(step)));
  const less = iconButton(t('board.smaller'), 'minus', after(() => zoom.by(1 / step)));
  const whole = iconButton(t('board.whole'), 'whole', after(() => zoom.reset()));
  const tools = h('div', { class: 'zoom-tools', role: 'group', 'aria-label': t('board.zoom') }, less, more, whole);
  tools.hidden = true;
  drawing.viewport.onChange = () => {
    tools.hidden = !zoom.isPossible;
    enable(more, !zoom.isMax);
    enable(less, zoom.isOn);
    enable(whole, zoom.isOn);
  };
  drawing.container.closest('.stage')?.append(tools);
}

/** Reasons shown by highlighting the legal moves. */
const shownReasons = ['capture-mandatory', 'capture-more', 'jump-unfinished'];
const maxRoutes = 12;

/** @typedef {import('../main.js').App} App */
/** @import { Route } from '../protocol/parse.js' */
/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('../board/drawing.js').Shape} Shape */

export class BoardPanel {
  /** @type {MoveEntry | null} */ #entry = null;
  #premove = new Premove();
  /** @type {Node | null} */ #shown = null;
  #shownRecord = '';
  #focusedCell = -1;
  #pressed = { square: '', wasChosen: false };
  /** @type {import('../board/drawing.js').Arrow[]} */ arrows = [];
  /** Replaces the other arrows. @type {import('../board/drawing.js').Arrow | null} */ pointed = null;
  /** Whether the engine is checking a move. */ #busy = false;
  /** The move was made by a drag, so it is not animated. */ #dropped = false;
  /** Whether the last entered square is in the lower half. */ #isLow = false;
  /** Drawn shapes by position. @type {WeakMap<Node, Shape[]>} */ #shapes = new WeakMap();
  /** The shape being drawn. @type {Shape | null} */ #stroke = null;
  /** Highlighted moves after a refusal. @type {import('../board/drawing.js').ShownRoute[]} */ #required = [];
  #refusal = h('p', { class: 'refusal', role: 'alert', hidden: true });

  /** @param {App} app @param {HTMLElement} container */
  constructor(app, container) {
    this.app = app;
    this.drawing = new Drawing(container, describeCell);
    container.parentElement?.append(this.#refusal);
    listen(this.drawing, {
      press: (index) => this.#press(index),
      canDrag: (index) => this.#canDrag(index),
      release: (index, dragged) => this.#release(index, dragged),
      cancel: () => this.#cancel(),
      cursor: (index) => {
        this.#focusedCell = index;
        this.mark();
      },
    });
    listenToStrokes(this.drawing, (stroke, done) => this.#draw(stroke, done));
    showZoomTools(this.drawing);
    app.currentGame.onUpdate(() => this.update());
    app.currentGame.onMoved(({ parent }) => parent && this.#shapes.delete(parent));
    app.currentGame.addEventListener('refused', (event) => event instanceof CustomEvent && this.refuse(event.detail));
  }

  /** Shows why something was refused. @param {unknown} error */
  refuse(error) {
    const { view } = this.app.currentGame;
    const isShown = view && error instanceof Refusal && shownReasons.includes(error.reason);
    this.#required = isShown ? view.routes.slice(0, maxRoutes).map(({ path, takes }) => ({ kind: 'required', path, takes })) : [];
    this.#showRefusal(refusalText(error, view?.moves));
    this.mark();
  }

  /** Above the board if needed, to leave the lower half visible. @param {string} text '' hides it */
  #showRefusal(text) {
    this.#refusal.classList.toggle('above', this.#isLow);
    this.#refusal.hidden = text === '';
    this.#refusal.textContent = text;
  }

  #hideRefusal() {
    this.#required = [];
    this.#showRefusal('');
  }

  get #punishes() {
    const { view } = this.app.currentGame;
    return Boolean(view && punishesInvalidMoves(view) && !this.app.settings.nice);
  }

  update() {
    const { currentGame } = this.app;
    const { view, record } = currentGame;
    if (!view) return;
    this.drawing.show(view, record.flipped, this.#animatedRoute(), !this.#dropped);
    this.#dropped = false;
    if (this.#shownRecord !== record.id || record.cursor !== record.head || !currentGame.isLive) this.#premove.clear();
    if (this.#shown !== record.cursor) {
      this.#hideRefusal();
      this.#entry = null;
    }
    this.#shown = record.cursor;
    this.#shownRecord = record.id;
    this.#entry = currentGame.acceptsMoves
      ? new MoveEntry(view.routes, {
          canChoose: (square) => this.#punishes || pieceAt(view, square)?.side === view.turn,
          canChange: !this.#punishes,
          touchMove: record.playing && this.app.settings.touchMove && view.facts.get('touch-move') === 'yes',
        }, this.#entry?.clicked)
      : null;
    const premove = this.#entry ? this.#premove.take(view.routes) : null;
    this.mark();
    if (premove) this.#play(premove.move, premove.path);
  }

  /** The person's side while premoves are possible, else ''. */
  get #waitingSide() {
    const { currentGame } = this.app;
    const { view, record } = currentGame;
    if (!view || !currentGame.isLive || currentGame.acceptsMoves || record.cursor !== record.head || this.#punishes) return '';
    return view.sides.find(({ name }) => name !== view.turn && record.players[name]?.kind !== 'engine')?.name ?? '';
  }

  /** The route to animate after a step forward or back. @returns {Route | null} */
  #animatedRoute() {
    const before = this.#shown;
    const now = this.app.currentGame.record.cursor;
    const path = now.parent === before ? now.path : before?.parent === now ? [...before.path].reverse() : [];
    return path.length > 1 ? { move: '', path, takes: [], becomes: '' } : null;
  }

  mark() {
    const { currentGame } = this.app;
    const { view, record } = currentGame;
    if (!view) return;
    const clicked = this.#entry?.clicked ?? [];
    const premove = this.#premove;
    const captures = view.routes.length > 0 && view.routes.every(({ takes }) => takes.length > 0);
    const must = captures && this.#entry && !this.#punishes ? [...new Set(view.routes.map(({ path }) => path[0]))] : [];
    this.drawing.mark({
      last: record.cursor.path,
      premove: premove.squares,
      chosen: clicked[0] ?? (premove.to ? undefined : premove.from),
      moved: clicked.length > 1 ? clicked[clicked.length - 1] : undefined,
      targets: this.#punishes ? new Map() : this.#entry?.targets(),
      taken: this.#entry?.taken(),
      must: clicked.length ? [] : must,
      check: squareInCheck(view),
      cursor: this.#focusedCell,
      arrows: this.pointed ? [this.pointed] : this.arrows,
      routes: this.#routesToShow(),
      shapes: this.#stroke ? withShape(this.#drawn, this.#stroke) : this.#drawn,
    });
  }

  /** @returns {import('../board/drawing.js').ShownRoute[]} */
  #routesToShow() {
    const hint = this.app.hint.shown;
    if (!hint) return this.#required;
    const { path, takes } = hint.route;
    return [...this.#required, { kind: 'hint', path: hint.isWhole ? path : path.slice(0, 1), takes }];
  }

  #cancel() {
    this.#entry?.clear();
    this.#premove.clear();
    this.mark();
  }

  get #drawn() {
    return this.#shapes.get(this.app.currentGame.record.cursor) ?? [];
  }

  /** Draws with the right button, after cancelling a move begun with the left one. @param {import('../board/input.js').Stroke | null} stroke @param {boolean} done */
  #draw(stroke, done) {
    const { view, record } = this.app.currentGame;
    if (!view) return;
    const [from, to] = stroke ? [view.cells[stroke.from].name, view.cells[stroke.to].name] : ['', ''];
    this.#stroke = stroke && from && to ? { from, to, colour: stroke.colour } : null;
    const { clicked } = this.#entry ?? { clicked: [] };
    const isBegun = clicked.length > 0 || this.#premove.from !== '';
    if (isBegun && from !== to) this.#cancel();
    if (done) {
      if (isBegun && from === to) this.#cancel();
      else if (this.#stroke) this.#shapes.set(record.cursor, withShape(this.#drawn, this.#stroke));
      this.#stroke = null;
    }
    this.mark();
  }

  /** Whether a piece may be dragged from a cell. @param {number} index */
  #canDrag(index) {
    const { view } = this.app.currentGame;
    const side = view ? pieceAt(view, view.cells[index].name)?.side : undefined;
    return side !== undefined && side === (this.#entry ? view?.turn : this.#waitingSide);
  }

  /** @param {number} index @returns {boolean} whether a piece may be dragged from there */
  #press(index) {
    const { view } = this.app.currentGame;
    this.#shapes.delete(this.app.currentGame.record.cursor);
    const square = view?.cells[index].name;
    const entry = this.#entry;
    if (!view || !square || this.#busy) return false;
    this.#hideRefusal();
    if (!entry) return this.#pressPremove(square);
    const { clicked } = entry;
    const isLast = clicked.length > 0 && clicked[clicked.length - 1] === square;
    this.#pressed = { square, wasChosen: isLast };
    if (!isLast || this.#punishes) this.#clickSquare(square);
    this.mark();
    return entry === this.#entry && entry.clicked[entry.clicked.length - 1] === square;
  }

  /** @param {string} square @returns {boolean} whether a piece may be dragged from there */
  #pressPremove(square) {
    const { view } = this.app.currentGame;
    const side = this.#waitingSide;
    if (!view || !side) return false;
    const premove = this.#premove;
    premove.press(square, pieceAt(view, square)?.side === side);
    this.#announcePremove();
    this.#pressed = { square, wasChosen: false };
    this.mark();
    return !premove.to && premove.from === square;
  }

  #announcePremove() {
    const { from, to } = this.#premove;
    if (to) announce(t('play.premove', { from, to }));
  }

  /** @param {number} index @param {boolean} dragged */
  #release(index, dragged) {
    const square = this.app.currentGame.view?.cells[index]?.name ?? '';
    const { square: start, wasChosen } = this.#pressed;
    if (dragged && square && square !== start) {
      this.#dropped = this.#entry !== null;
      if (this.#entry) this.#clickSquare(square);
      else {
        this.#premove.drop(square);
        this.#announcePremove();
      }
    } else if (!dragged && wasChosen && square === start && !this.#punishes) this.#clickSquare(square);
    this.mark();
  }

  /** @param {string} square */
  #clickSquare(square) {
    const entry = this.#entry;
    const { view } = this.app.currentGame;
    if (!entry || !view) return;
    const { frame } = this.drawing;
    this.#isLow = 2 * corner(frame, this.drawing.indexOf(square)).y >= unit * frame.rows;
    const from = entry.clicked[0];
    const outcome = entry.press(square);
    if (outcome.kind === 'play') this.#play(outcome.route.move, outcome.route.path);
    else if (outcome.kind === 'ambiguous') this.#showRefusal(t('play.ambiguous'));
    else if (this.#punishes && (outcome.kind === 'refused' || (outcome.kind === 'deselected' && from === square))) this.punishInvalidMove();
    else if (outcome.kind === 'refused') {
      if (entry.clicked.length) this.#showRefusal(t('play.touched'));
      else this.app.currentGame.explain(illegalMoveText(view.routes, outcome.from, outcome.to));
    } else if (this.#focusedCell >= 0) announce([...entry.targets().keys()].join(', '));
    if (this.#punishes && outcome.kind === 'chosen') announce(stupid.to(view.turn));
  }

  /** @param {string} move @param {string[]} path */
  async #play(move, path) {
    this.#busy = true;
    const done = await this.app.currentGame.play(move, path).finally(() => (this.#busy = false));
    if (done) return;
    this.#dropped = false;
    this.#cancel();
  }

  /** In stupid checkers an invalid move costs the turn. */
  async punishInvalidMove() {
    showNote(stupid.invalid, 'punishment');
    this.#entry?.clear();
    await this.#play('pass', []);
  }
}
