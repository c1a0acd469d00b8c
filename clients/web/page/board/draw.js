// The board as a drawing: squares, labels, marks, pieces, arrows, and a grid of cells for screen readers.
import { centre, corner, labelSize, unit } from './geometry.js';
import { drawPiece, figureChooser } from './pieces.js';
import { drawArrow } from './arrows.js';
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
 * @property {string} [moved] where the piece of `chosen` is during a capture
 * @property {number} [cursor] index of a cell
 */

export class Drawing {
  /** @type {View | null} */ #view = null;
  /** @type {Map<number, { letter: string, element: SVGGElement }>} */ #pieces = new Map();
  /** @type {SVGRectElement[]} */ #cells = [];
  /** @type {Map<string, number>} */ #index = new Map();
  /** @type {Marks} */ #marks = {};
  #layers = {
    squares: svg('g', { 'aria-hidden': 'true' }),
    below: svg('g', { 'aria-hidden': 'true' }),
    labels: svg('g', { class: 'labels', 'aria-hidden': 'true' }),
    pieces: svg('g', { 'aria-hidden': 'true' }),
    above: svg('g', { 'aria-hidden': 'true' }),
    arrows: svg('g', { class: 'arrows', 'aria-hidden': 'true' }),
    grid: svg('g'),
  };
  flipped = false;
  svg = svg('svg', { role: 'presentation', class: 'board-svg' });

  /** @param {HTMLElement} place has the role of the grid @param {(view: View, index: number) => string} describe a cell, in words */
  constructor(place, describe) {
    this.place = place;
    this.describe = describe;
    const { squares, below, labels, pieces, above, arrows, grid } = this.#layers;
    this.svg.append(squares, below, labels, pieces, above, arrows, grid);
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
    const sameBoard = old && this.flipped === flipped && old.game === view.game && old.columns === view.columns &&
      old.rows === view.rows && old.cells.every((cell, i) => cell.name === view.cells[i].name);
    this.#view = view;
    this.flipped = flipped;
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
      ...(marks.must ?? []).flatMap((square) => at(square, (index) => this.#circle(index, 45, 'must'))),
    );
    above.replaceChildren(
      ...[...(marks.targets ?? [])].flatMap(([square, takes]) =>
        at(square, (index) => {
          const occupied = this.#pieces.has(index) && square !== marks.chosen;
          if (occupied) return this.#circle(index, 44, 'target taken');
          return this.#circle(index, takes ? 19 : 14, takes ? 'target capture' : 'target');
        })),
      ...at(marks.cursor, (index) => this.#square(index, 'cursor')),
    );
    arrows.replaceChildren(...(marks.arrows ?? []).flatMap((arrow) => {
      const from = this.indexOf(arrow.from);
      const to = this.indexOf(arrow.to);
      return from < 0 || to < 0 ? [] : [drawArrow(centre(this.frame, from), centre(this.frame, to), arrow)];
    }));
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
    const size = labelSize(frame);
    const left = view.rowLabels.length ? 1.5 * size : 0;
    const bottom = view.columnLabels.length ? 1.5 * size : 0;
    this.svg.setAttribute('viewBox', `${-left} 0 ${width + left} ${height + bottom}`);
    this.place.style.setProperty('--shape', String((width + left) / (height + bottom)));
    this.#index = new Map(view.cells.flatMap((cell, i) => (cell.name ? [[cell.name, i]] : [])));
    const dark = view.cells.flatMap(({ colour }, i) => (colour === 'dark' ? [corner(frame, i)] : []));
    squares.replaceChildren(
      svg('rect', { width, height, class: 'light-squares' }),
      svg('path', { class: 'dark-squares', d: dark.map(({ x, y }) => `M${x} ${y}h${unit}v${unit}h-${unit}z`).join('') }),
    );
    labels.replaceChildren(...this.#labels(view, size));
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

  /** Labels at the edge; squares show their names if the labels do not give them. @param {View} view @param {number} size */
  #labels(view, size) {
    /** @param {number} x @param {number} y @param {string} text @param {string} kind */
    const label = (x, y, text, kind) => {
      const element = svg('text', { x, y, class: kind, 'font-size': size });
      element.textContent = text;
      return element;
    };
    const order = (/** @type {string[]} */ texts) => (this.flipped ? [...texts].reverse() : texts);
    const columns = order(view.columnLabels).map((text, i) =>
      label((i + 0.5) * unit, view.rows * unit + 1.12 * size, text, 'edge'));
    const rows = order(view.rowLabels).map((text, i) => label(-0.75 * size, (i + 0.5) * unit + 0.36 * size, text, 'edge'));
    const plain = view.cells.every(({ name }, i) => !name || name ===
      `${view.columnLabels[i % view.columns]}${view.rowLabels[Math.floor(i / view.columns)]}`);
    const names = plain ? [] : view.cells.flatMap(({ name, colour }, i) => {
      const { x, y } = corner(this.frame, i);
      return name ? [label(x + 4, y + 18, name, `name on-${colour}`)] : [];
    });
    for (const each of names) each.setAttribute('font-size', '18');
    return [...columns, ...rows, ...names];
  }
}
