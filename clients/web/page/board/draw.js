// The board as a drawing: squares, labels, marks, pieces, arrows, and a grid of cells for screen readers.
import { cellIndexAt, centre, corner, labelSize, unit } from './geometry.js';
import { drawPiece, figureChooser } from './pieces.js';
import { drawArrow } from './arrows.js';
import { drawRoute } from './routes.js';
import { drawShape } from './shapes.js';
import { cornerNames, edgeLabels, isNamedByEdges } from './labels.js';
import { chosenLook } from './look.js';
import { Sight } from './sight.js';
import { svg } from './svg.js';
import { lookOf } from '../protocol/view.js';
import { glide } from './animation.js';

/** @typedef {import('../protocol/view.js').View} View */
/** @typedef {import('../protocol/view.js').Route} Route */

/**
 * What is shown besides the pieces; squares by name.
 * @typedef {object} Marks
 * @property {string[]} [last] the path of the last move
 * @property {string} [chosen]
 * @property {string[]} [premove] from where to where
 * @property {Map<string, boolean>} [targets] and whether it is a capture
 * @property {string[]} [must] pieces that must move
 * @property {string[]} [taken]
 * @property {string} [check]
 * @property {import('./arrows.js').Arrow[]} [arrows]
 * @property {import('./shapes.js').Shape[]} [shapes] what the person drew
 * @property {string} [moved] where the piece of `chosen` is during a capture
 * @property {number} [cursor] index of a cell
 * @property {import('./routes.js').ShownRoute[]} [routes] that are pointed out
 */

export class Drawing {
  /** @type {View | null} */ #view = null;
  /** @type {Map<number, { letter: string, element: SVGGElement }>} */ #pieces = new Map();
  /** @type {SVGRectElement[]} */ #cells = [];
  /** @type {Map<string, number>} */ #index = new Map();
  /** @type {Marks} */ #marks = {};
  /** The look that is drawn. */ #look = '';
  /** The width of the edge with its letters and numbers. */ #edge = 0;
  #layers = {
    squares: svg('g', { 'aria-hidden': 'true' }),
    below: svg('g', { 'aria-hidden': 'true' }),
    labels: svg('g', { class: 'labels', 'aria-hidden': 'true' }),
    pieces: svg('g', { 'aria-hidden': 'true' }),
    above: svg('g', { 'aria-hidden': 'true' }),
    arrows: svg('g', { class: 'arrows', 'aria-hidden': 'true' }),
    grid: svg('g'),
  };
  #edges = svg('g', { class: 'labels', 'aria-hidden': 'true' });
  flipped = false;
  svg = svg('svg', { role: 'presentation', class: 'board-svg' });
  sight = new Sight(this.svg);

  /** @param {HTMLElement} place has the role of the grid @param {(view: View, index: number) => string} describe a cell, in words */
  constructor(place, describe) {
    this.place = place;
    this.describe = describe;
    const { squares, below, labels, pieces, above, arrows, grid } = this.#layers;
    this.sight.scene.append(squares, below, labels, pieces, above, arrows, grid);
    this.svg.append(this.#edges);
    place.append(this.svg);
  }

  get frame() {
    return { columns: this.#view?.columns ?? 1, rows: this.#view?.rows ?? 1, flipped: this.flipped };
  }

  /**
   * Shows a position; the piece of `route`, if there is one, slides to its place.
   * @param {View} view @param {boolean} flipped @param {Route | null} [route] @param {boolean} [animated]
   */
  show(view, flipped, route = null, animated = true) {
    const old = this.#view;
    const look = Object.values(chosenLook()).join();
    const sameBoard = old && this.#look === look && this.flipped === flipped && old.game === view.game && old.columns === view.columns &&
      old.rows === view.rows && old.cells.every((cell, i) => cell.name === view.cells[i].name);
    const sameSize = old?.columns === view.columns && old.rows === view.rows && old.game === view.game;
    this.#view = view;
    this.#look = look;
    this.flipped = flipped;
    if (!sameSize) this.sight.zoom.fit(view.columns, view.rows);
    if (!sameBoard) this.#layOut(view);
    this.#place(view, sameBoard && animated ? route : null);
    this.#cells.forEach((cell, i) => {
      const text = this.describe(view, i);
      if (cell.getAttribute('aria-label') !== text) cell.setAttribute('aria-label', text);
    });
  }

  /** @param {string} square @returns {number} -1 if there is no such square */
  indexOf(square) {
    return this.#index.get(square) ?? -1;
  }

  /** -1 off the board. @param {import('./sight.js').Spot} spot */
  cellAt(spot) {
    const { x, y } = this.sight.seenAt(spot);
    const { columns, rows } = this.frame;
    const isSeen = x >= 0 && y >= 0 && x < unit * columns && y < unit * rows;
    return isSeen ? cellIndexAt(this.frame, this.sight.pointAt(spot)) : -1;
  }

  /** The part of the board that the zoom says, and its names at the edges. */
  showSight() {
    const view = this.#view;
    this.sight.show();
    this.#edges.replaceChildren(...(view && this.#edge ? edgeLabels(view, this.frame, labelSize(this.frame), this.sight.zoom) : []));
  }

  /** @param {Marks} marks */
  mark(marks) {
    this.#marks = marks;
    const { below, above, arrows } = this.#layers;
    /** @param {string | number | undefined} square @param {(index: number) => SVGElement} draw */
    const at = (square, draw) => {
      const index = typeof square === 'number' ? square : this.indexOf(square ?? '');
      return index < 0 ? [] : [draw(index)];
    };
    below.replaceChildren(
      ...(marks.last ?? []).flatMap((square, i, path) =>
        at(square, (index) => this.#square(index, i === 0 || i === path.length - 1 ? 'last' : 'passed'))),
      ...at(marks.check, (index) => this.#circle(index, 46, 'check')),
      ...(marks.premove ?? []).flatMap((square) => at(square, (index) => this.#square(index, 'premove'))),
      ...at(marks.chosen, (index) => this.#square(index, 'chosen')),
      ...(marks.must ?? []).flatMap((square) => at(square, (index) => this.#ring(index, 44, 'must'))),
    );
    above.replaceChildren(
      ...[...(marks.targets ?? [])].flatMap(([square, takes]) =>
        at(square, (index) => {
          const occupied = this.#pieces.has(index) && square !== marks.chosen;
          if (occupied) return this.#ring(index, 44, 'target taken');
          return this.#circle(index, takes ? 19 : 14, takes ? 'target capture' : 'target');
        })),
      ...(marks.routes ?? []).flatMap((route) => drawRoute(this.frame, route, (square) => this.indexOf(square))),
      ...at(marks.cursor, (index) => this.#square(index, 'cursor')),
    );
    /** @template {{ from: string, to: string }} T @param {T} each @param {(from: import('./geometry.js').Point, to: import('./geometry.js').Point, each: T) => SVGElement} draw */
    const between = (each, draw) => {
      const [from, to] = [this.indexOf(each.from), this.indexOf(each.to)];
      return from < 0 || to < 0 ? [] : [draw(centre(this.frame, from), centre(this.frame, to), each)];
    };
    arrows.replaceChildren(
      ...(marks.arrows ?? []).flatMap((arrow) => between(arrow, drawArrow)),
      ...(marks.shapes ?? []).flatMap((shape) => between(shape, (from, to) => drawShape(from, to, shape.colour))),
    );
    this.#showCapture(marks);
    if (marks.cursor === undefined || marks.cursor < 0) this.place.removeAttribute('aria-activedescendant');
    else this.place.setAttribute('aria-activedescendant', this.#cells[marks.cursor]?.id ?? '');
  }

  /** A piece during its capture, and what it has captured. @param {Marks} marks */
  #showCapture(marks) {
    for (const [index, { element }] of this.#pieces) {
      const name = this.#view?.cells[index].name ?? '';
      element.classList.toggle('gone', Boolean(marks.taken?.includes(name)));
      const moved = name === marks.chosen && marks.moved ? this.indexOf(marks.moved) : index;
      if (!element.classList.contains('lifted')) this.#put(element, moved < 0 ? index : moved);
    }
  }

  /** @param {SVGElement} element @param {number} index */
  #put(element, index) {
    const { x, y } = corner(this.frame, index);
    element.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** Raises the chosen piece above all others, for a drag. */
  lifted() {
    const element = this.#pieces.get(this.indexOf(this.#marks.chosen ?? ''))?.element;
    if (element && !element.classList.contains('lifted')) {
      element.classList.add('lifted');
      this.#layers.pieces.append(element);
    }
    return element;
  }

  /** Puts a lifted piece back. */
  drop() {
    for (const { element } of this.#pieces.values()) element.classList.remove('lifted');
    this.#showCapture(this.#marks);
  }

  /** Initial position of the cursor: at the lower left. */
  home() {
    return this.flipped ? this.frame.columns - 1 : this.frame.columns * (this.frame.rows - 1);
  }

  /** @param {number} index @param {string} kind */
  #square(index, kind) {
    return svg('rect', { ...corner(this.frame, index), width: unit, height: unit, class: kind });
  }

  /** @param {number} index @param {number} r @param {string} kind */
  #circle(index, r, kind) {
    const { x, y } = centre(this.frame, index);
    return svg('circle', { cx: x, cy: y, r, class: kind });
  }

  /** A circle that leaves room for the name of the square. @param {number} index @param {number} r @param {string} kind */
  #ring(index, r, kind) {
    const { x, y } = centre(this.frame, index);
    return svg('path', { d: `M${x - 0.309 * r} ${y - 0.951 * r}A${r} ${r} 0 1 1 ${x - 0.951 * r} ${y - 0.309 * r}`, class: kind });
  }

  /** @param {View} view @param {Route | null} route */
  #place(view, route) {
    const figure = figureChooser(view.pieces.values());
    const before = this.#pieces;
    /** @type {typeof before} */
    const after = new Map();
    const start = route ? this.indexOf(route.path[0]) : -1;
    const end = route ? this.indexOf(route.path[route.path.length - 1]) : -1;
    const mover = route ? before.get(start) : undefined;
    view.cells.forEach((cell, i) => {
      const piece = view.pieces.get(cell.piece);
      const old = before.get(i);
      if (!piece || i === end && mover) return;
      if (old && old.letter === cell.piece && old !== mover) return void after.set(i, old);
      after.set(i, { letter: cell.piece, element: this.#newPiece(view, i, figure(piece)) });
    });
    const kept = new Set([...after.values()]);
    const gone = [...before.values()].filter((each) => each !== mover && !kept.has(each));
    if (route && mover) {
      const piece = view.pieces.get(view.cells[end]?.piece ?? '');
      const element = piece ? this.#newPiece(view, end, figure(piece)) : mover.element;
      if (piece) after.set(end, { letter: piece.letter, element });
      mover.element.remove();
      this.#layers.pieces.append(element);
      glide(element, route.path.map((square) => corner(this.frame, this.indexOf(square))), gone.map(({ element: each }) => each));
    } else for (const { element } of gone) element.remove();
    this.#pieces = after;
  }

  /** @param {View} view @param {number} index @param {string} figure */
  #newPiece(view, index, figure) {
    const piece = /** @type {import('../protocol/view.js').Piece} */ (view.pieces.get(view.cells[index].piece));
    const element = drawPiece(piece, lookOf(view, piece), figure);
    this.#put(element, index);
    this.#layers.pieces.append(element);
    return element;
  }

  /** Draws squares, labels and grid of a new board. @param {View} view */
  #layOut(view) {
    const { squares, labels, pieces, grid } = this.#layers;
    const frame = this.frame;
    const width = unit * view.columns;
    const height = unit * view.rows;
    const { coordinates } = chosenLook();
    this.#edge = coordinates && isNamedByEdges(view) ? 1.5 * labelSize(frame) : 0;
    const shape = String(this.sight.frame(view.columns, view.rows, this.#edge));
    for (const each of [this.place, this.place.closest('.stage')?.parentElement])
      if (each instanceof HTMLElement) each.style.setProperty('--shape', shape);
    this.#index = new Map(view.cells.flatMap((cell, i) => (cell.name ? [[cell.name, i]] : [])));
    const dark = view.cells.flatMap(({ colour }, i) => (colour === 'dark' ? [corner(frame, i)] : []));
    squares.replaceChildren(
      svg('rect', { width, height, class: 'light-squares' }),
      svg('path', { class: 'dark-squares', d: dark.map(({ x, y }) => `M${x} ${y}h${unit}v${unit}h-${unit}z`).join('') }),
    );
    labels.replaceChildren(...(coordinates && !isNamedByEdges(view) ? cornerNames(view, frame) : []));
    this.showSight();
    for (const { element } of this.#pieces.values()) element.remove();
    this.#pieces = new Map();
    pieces.replaceChildren();
    this.#cells = view.cells.map((_, i) =>
      svg('rect', { ...corner(frame, i), width: unit, height: unit, class: 'cell', role: 'gridcell', id: `${this.place.id}-cell-${i}` }));
    const inOrder = this.flipped ? [...this.#cells].reverse() : this.#cells;
    const rows = Array.from({ length: view.rows }, (_, row) =>
      svg('g', { role: 'row' }, ...inOrder.slice(row * view.columns, (row + 1) * view.columns)));
    grid.replaceChildren(...rows);
  }
}
