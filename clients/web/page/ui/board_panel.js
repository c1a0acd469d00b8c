// The board of the game: clicks become moves, and all marks are shown.
import { Drawing } from '../board/draw.js';
import { Entry, moveText } from '../board/entry.js';
import { corner, unit } from '../board/geometry.js';
import { listen } from '../board/input.js';
import { withShape } from '../board/shapes.js';
import { listenToStrokes } from '../board/sketch.js';
import { Premove } from '../board/premove.js';
import { pieceAt, squareInCheck } from '../protocol/view.js';
import { isRude, stupid } from '../games/stupid.js';
import { t } from '../lang/text.js';
import { describeCell } from './words.js';
import { say, tell } from './messages.js';
import { Refusals } from './refusal.js';
import { showZoomTools } from './zoom_tools.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('../protocol/view.js').View} View */
/** @typedef {import('../protocol/view.js').Route} Route */
/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('../board/shapes.js').Shape} Shape */

export class BoardPanel {
  /** @type {Entry | null} */ #entry = null;
  #premove = new Premove();
  /** @type {Node | null} */ #shown = null;
  #shownRecord = '';
  #cursor = -1;
  #grip = { square: '', wasChosen: false };
  /** @type {import('../board/arrows.js').Arrow[]} */ arrows = [];
  /** Of a move that is pointed at elsewhere: it stands instead of the others. @type {import('../board/arrows.js').Arrow | null} */ pointed = null;
  /** Whether a move is on its way to the engine. */ #busy = false;
  #dropped = false;
  /** Whether the square that was entered last is in the lower half. */ #isLow = false;
  /** What the person drew, by position. @type {WeakMap<Node, Shape[]>} */ #shapes = new WeakMap();
  /** What is being drawn. @type {Shape | null} */ #stroke = null;

  /** @param {App} app @param {HTMLElement} place */
  constructor(app, place) {
    this.app = app;
    this.drawing = new Drawing(place, describeCell);
    this.refusals = new Refusals(/** @type {HTMLElement} */ (place.parentElement));
    listen(this.drawing, {
      press: (index) => this.#press(index),
      holds: (index) => this.#holds(index),
      release: (index, dragged) => this.#release(index, dragged),
      cancel: () => this.#cancel(),
      cursor: (index) => this.#moveCursor(index),
    });
    listenToStrokes(this.drawing, (stroke, done) => this.#draw(stroke, done));
    showZoomTools(this.drawing);
    app.table.addEventListener('position', () => this.update());
    app.table.addEventListener('moved', (event) => {
      if (event instanceof CustomEvent) this.#shapes.delete(event.detail.parent);
    });
    app.table.addEventListener('change', () => this.update());
    app.table.addEventListener('refused', (event) => {
      if (event instanceof CustomEvent) this.refuse(event.detail);
    });
  }

  /** Says why something was not done. @param {unknown} error */
  refuse(error) {
    this.refusals.refuse(error, this.app.table.view, this.#isLow);
    this.mark();
  }

  get #rude() {
    const { view } = this.app.table;
    return Boolean(view && isRude(view) && !this.app.settings.nice);
  }

  update() {
    const { table } = this.app;
    const { view, record } = table;
    if (!view) return;
    this.drawing.show(view, record.flipped, this.#routeShown(), !this.#dropped);
    this.#dropped = false;
    if (this.#shownRecord !== record.id || record.cursor !== record.head || !table.isLive) this.#premove.clear();
    if (this.#shown !== record.cursor) this.refusals.forget();
    this.#shown = record.cursor;
    this.#shownRecord = record.id;
    this.#entry = table.isOpen
      ? new Entry(view.routes, {
          canChoose: (square) => this.#rude || pieceAt(view, square)?.side === view.turn,
          canChange: !this.#rude,
          touchMove: record.playing && this.app.settings.touchMove && view.facts.get('touch-move') === 'yes',
        })
      : null;
    const premove = this.#entry ? this.#premove.take(view.routes) : null;
    this.mark();
    if (premove) this.#play(premove.move, premove.path);
  }

  /** The person's side while the engine is to move: premoves are possible. */
  get #waitingSide() {
    const { table } = this.app;
    const { view, record } = table;
    if (!view || !table.isLive || table.isOpen || record.cursor !== record.head || this.#rude) return '';
    return view.sides.find(({ name }) => name !== view.turn && record.players[name]?.kind !== 'engine')?.name ?? '';
  }

  /** The route to animate, if the view moved one step forward or back. @returns {Route | null} */
  #routeShown() {
    const { record } = this.app.table;
    const [before, now] = [this.#shown, record.cursor];
    if (!before || before === now || this.#shownRecord !== record.id) return null;
    /** @param {string[]} path @returns {Route | null} */
    const along = (path) => (path.length > 1 ? { move: '', path, takes: [], becomes: '' } : null);
    if (now.parent === before) return along(now.path);
    if (before.parent === now) return along([...before.path].reverse());
    return null;
  }

  mark() {
    const { table } = this.app;
    const { view, record } = table;
    if (!view) return;
    const clicked = this.#entry?.clicked ?? [];
    const premove = this.#premove;
    const captures = view.routes.length > 0 && view.routes.every(({ takes }) => takes.length > 0);
    const must = captures && this.#entry && !this.#rude ? [...new Set(view.routes.map(({ path }) => path[0]))] : [];
    this.drawing.mark({
      last: record.cursor.path,
      premove: premove.squares,
      chosen: clicked[0] ?? (premove.to ? undefined : premove.from),
      moved: clicked.length > 1 ? clicked[clicked.length - 1] : undefined,
      targets: this.#rude ? new Map() : this.#entry?.targets(),
      taken: this.#entry?.taken(),
      must: clicked.length ? [] : must,
      check: squareInCheck(view),
      cursor: this.#cursor,
      arrows: this.pointed ? [this.pointed] : this.arrows,
      routes: this.#routesToShow(),
      shapes: this.#stroke ? withShape(this.#drawn, this.#stroke) : this.#drawn,
    });
  }

  /** @returns {import('../board/routes.js').ShownRoute[]} */
  #routesToShow() {
    const hint = this.app.hint.shown;
    if (!hint) return this.refusals.due;
    const { path, takes } = hint.route;
    return [...this.refusals.due, { kind: 'hint', path: hint.isWhole ? path : path.slice(0, 1), takes }];
  }

  /** @param {number} index */
  #moveCursor(index) {
    this.#cursor = index;
    this.mark();
  }

  #cancel() {
    this.#entry?.clear();
    this.#premove.clear();
    this.mark();
  }

  get #drawn() {
    return this.#shapes.get(this.app.table.record.cursor) ?? [];
  }

  /** Of the right button. It first gives up what was begun with the left one. @param {import('../board/sketch.js').Stroke | null} stroke @param {boolean} done */
  #draw(stroke, done) {
    const { view, record } = this.app.table;
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

  /** Whether a drag from a square carries a piece. @param {number} index */
  #holds(index) {
    const { view } = this.app.table;
    const side = view ? pieceAt(view, view.cells[index].name)?.side : undefined;
    return side !== undefined && side === (this.#entry ? view?.turn : this.#waitingSide);
  }

  /** @param {number} index @returns {boolean} whether a piece may be dragged from there */
  #press(index) {
    const { view } = this.app.table;
    this.#shapes.delete(this.app.table.record.cursor);
    const square = view?.cells[index].name;
    const entry = this.#entry;
    if (!view || !square || this.#busy) return false;
    this.refusals.forget();
    if (!entry) return this.#enterBefore(square);
    const { clicked } = entry;
    const isLast = clicked.length > 0 && clicked[clicked.length - 1] === square;
    this.#grip = { square, wasChosen: isLast };
    if (!isLast || this.#rude) this.#enter(square);
    this.mark();
    return entry === this.#entry && entry.clicked[entry.clicked.length - 1] === square;
  }

  /** @param {string} square @returns {boolean} as #press does */
  #enterBefore(square) {
    const { view } = this.app.table;
    const side = this.#waitingSide;
    if (!view || !side) return false;
    const premove = this.#premove;
    premove.press(square, pieceAt(view, square)?.side === side);
    this.#sayPremove();
    this.#grip = { square, wasChosen: false };
    this.mark();
    return !premove.to && premove.from === square;
  }

  #sayPremove() {
    const { from, to } = this.#premove;
    if (to) say(t('play.premove', { from, to }));
  }

  /** @param {number} index @param {boolean} dragged */
  #release(index, dragged) {
    const square = this.app.table.view?.cells[index]?.name ?? '';
    const { square: start, wasChosen } = this.#grip;
    if (dragged && square && square !== start) {
      this.#dropped = this.#entry !== null;
      if (this.#entry) this.#enter(square);
      else {
        this.#premove.drop(square);
        this.#sayPremove();
      }
    } else if (!dragged && wasChosen && square === start && !this.#rude) this.#enter(square);
    this.mark();
  }

  /** @param {string} square */
  #enter(square) {
    const entry = this.#entry;
    const { view } = this.app.table;
    if (!entry || !view) return;
    const { frame } = this.drawing;
    this.#isLow = 2 * corner(frame, this.drawing.indexOf(square)).y >= unit * frame.rows;
    const bound = entry.clicked[0];
    const outcome = entry.press(square);
    if (outcome.kind === 'play') this.#play(outcome.route.move, outcome.route.path);
    else if (outcome.kind === 'unclear') this.refusals.say(t('play.unclear'), this.#isLow);
    else if (outcome.kind === 'refused' && this.#rude) this.beMean();
    else if (outcome.kind === 'cleared' && this.#rude && bound === square) this.beMean();
    else if (outcome.kind === 'refused') {
      if (entry.clicked.length) this.refusals.say(t('play.touched'), this.#isLow);
      else this.app.table.explain(moveText(view.routes, outcome.from, outcome.to));
    } else if (this.#cursor >= 0) say([...entry.targets().keys()].join(', '));
    if (this.#rude && outcome.kind === 'chosen') say(stupid.to(view.turn));
  }

  /** @param {string} move @param {string[]} path */
  async #play(move, path) {
    this.#busy = true;
    const done = await this.app.table.play(move, path).finally(() => (this.#busy = false));
    if (done) return;
    this.#dropped = false;
    this.update();
  }

  /** The rude dialogue: an invalid move costs the turn. */
  async beMean() {
    tell(stupid.invalid, 'rude');
    this.#entry?.clear();
    await this.#play('pass', []);
  }
}
