// The board as SVG: squares, labels, marks, pieces, arrows, and a grid of cells for screen readers.
import { cellIndexAt, centre, corner, labelSize, svg, unit } from './geometry.js';
import { chosenLook, drawPiece, figureChooser } from './pieces.js';
import { Viewport } from './zoom.js';
import { lookOf } from '../protocol/parse.js';

const jumpTime = 170;
const maxTime = 700;

let wanted = true;
const still = matchMedia('(prefers-reduced-motion: reduce)');

/** @param {boolean} on */
export function setAnimation(on) {
  wanted = on;
}

/**
 * Moves a piece along points, unless animation is off; captured pieces fade and are removed.
 * @param {SVGElement} element @param {Point[]} points @param {SVGElement[]} taken
 */
function glide(element, points, taken) {
  if (!wanted || still.matches || points.length < 2) {
    for (const each of taken) each.remove();
    return;
  }
  const jumps = points.length - 1;
  const duration = Math.min(jumps * jumpTime, maxTime);
  element.animate(
    points.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)`, easing: 'ease-in-out' })),
    { duration },
  );
  for (const each of taken) {
    const fading = each.animate([{ opacity: 1 }, { opacity: 0 }], { duration, easing: 'ease-in', fill: 'forwards' });
    fading.onfinish = () => each.remove();
    fading.oncancel = () => each.remove();
  }
}

/** @import { Route, View } from '../protocol/parse.js' */
/** @import { Frame, Point } from './geometry.js' */

const nameSize = 19;

/** @param {View} view */
function isNamedByEdges({ columnLabels, rowLabels, columns, cells }) {
  return columnLabels.length > 0 && cells.every(({ name }, i) => {
    const column = columnLabels[i % columns];
    const row = rowLabels[Math.floor(i / columns)];
    return !name || name === column + row || name === row + column;
  });
}

/** @param {number} x @param {number} y @param {string} text @param {string} kind @param {number} size */
function label(x, y, text, kind, size) {
  const element = svg('text', { x, y, class: kind, 'font-size': size });
  element.textContent = text;
  return element;
}

/** Names in the corners of the squares. @param {View} view @param {Frame} frame */
const cornerNames = (view, frame) => view.cells.flatMap(({ name }, i) => {
  const { x, y } = corner(frame, i);
  return name ? [label(x + 3, y + 3 + 0.73 * nameSize, name, 'name', nameSize)] : [];
});

/**
 * Letters and numbers beside the visible columns and rows.
 * @param {View} view @param {Frame} frame @param {number} size of the letters @param {import('./zoom.js').Zoom} zoom
 */
function edgeLabels({ columnLabels, rowLabels, columns, rows }, { flipped }, size, zoom) {
  const order = (/** @type {string[]} */ texts) => (flipped ? [...texts].reverse() : texts);
  /** @param {number} at @param {number} count */
  const inSight = (at, count) => at > 0 && at < count * unit;
  return [
    ...order(columnLabels).flatMap((text, i) => {
      const { x } = zoom.onScreen({ x: (i + 0.5) * unit, y: 0 });
      return inSight(x, columns) ? [label(x, rows * unit + 1.12 * size, text, 'edge', size)] : [];
    }),
    ...order(rowLabels).flatMap((text, i) => {
      const { y } = zoom.onScreen({ x: 0, y: (i + 0.5) * unit });
      return inSight(y, rows) ? [label(-0.75 * size, y + 0.36 * size, text, 'edge', size)] : [];
    }),
  ];
}

/** @typedef {{ from: string, to: string, rank: number }} Arrow rank: 0 is the best line */

const headLength = 34;

/** @param {Point} from @param {Point} to @param {number} half of its width @param {string} kind */
function arrowBetween(from, to, half, kind) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const direction = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const neck = Math.max(0, length - headLength);
  /** @param {number} along @param {number} aside */
  const point = (along, aside) =>
    `${(from.x + along * direction.x - aside * direction.y).toFixed(1)},${(from.y + along * direction.y + aside * direction.x).toFixed(1)}`;
  const points = [
    point(0, half), point(neck, half), point(neck, 2.3 * half), point(length, 0), point(neck, -2.3 * half),
    point(neck, -half), point(0, -half),
  ];
  return svg('polygon', { points: points.join(' '), class: kind });
}

/** @typedef {{ kind: 'required' | 'hint', path: string[], takes: string[] }} ShownRoute a highlighted move; a path of one square marks only the piece */

/** @param {Frame} frame @param {ShownRoute} route @param {(square: string) => number} indexOf @returns {SVGElement[]} */
function drawRoute(frame, { kind, path, takes }, indexOf) {
  /** @param {string[]} squares */
  const points = (squares) => squares.map(indexOf).filter((index) => index >= 0).map((index) => centre(frame, index));
  /** @param {Point} point @param {number} r @param {string} part */
  const circle = ({ x, y }, r, part) => svg('circle', { cx: x, cy: y, r, class: `route-${part} ${kind}` });
  const way = points(path);
  const parts = way.slice(0, 1).map((point) => circle(point, 46, 'piece'));
  if (way.length < 2) return parts;
  return [
    ...parts, ...points(takes).map((point) => circle(point, 40, 'taken')),
    svg('polyline', { points: way.map(({ x, y }) => `${x},${y}`).join(' '), class: `route-way ${kind}` }),
    circle(way[way.length - 1], 15, 'end'),
  ];
}

/** @typedef {{ from: string, to: string, colour: string }} Shape a circle where both squares are the same */

/** @param {MouseEvent} event */
export function colourOf({ shiftKey, ctrlKey, altKey }) {
  const first = shiftKey || ctrlKey;
  return first && altKey ? 'yellow' : first ? 'red' : altKey ? 'blue' : 'green';
}

/** Adds a shape; a known shape is removed, or gets the new colour. @param {Shape[]} shapes @param {Shape} shape @returns {Shape[]} */
export function withShape(shapes, shape) {
  const known = shapes.find(({ from, to }) => from === shape.from && to === shape.to);
  const others = shapes.filter((each) => each !== known);
  return known?.colour === shape.colour ? others : [...others, shape];
}

/**
 * Everything on the board except the pieces; squares by name.
 * @typedef {object} Marks
 * @property {string[]} [last] the path of the last move
 * @property {string} [chosen]
 * @property {string[]} [premove] source and target
 * @property {Map<string, boolean>} [targets] value: whether the move is a capture
 * @property {string[]} [must] pieces that must move
 * @property {string[]} [taken]
 * @property {string} [check]
 * @property {Arrow[]} [arrows]
 * @property {Shape[]} [shapes] drawn by the person
 * @property {string} [moved] square of the chosen piece during a capture
 * @property {number} [cursor] index of a cell
 * @property {ShownRoute[]} [routes] highlighted
 */

export class Drawing {
  /** @type {View | null} */ #view = null;
  /** @type {Map<number, { letter: string, element: SVGGElement }>} */ #pieces = new Map();
  /** @type {SVGRectElement[]} */ #cells = [];
  /** @type {Map<string, number>} */ #index = new Map();
  /** @type {Marks} */ #marks = {};
  #look = '';
  /** Width of the letters and numbers at the edge. */ #edge = 0;
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
  viewport = new Viewport(this.svg);

  /** @param {HTMLElement} container with role grid @param {(view: View, index: number) => string} describe a cell in words */
  constructor(container, describe) {
    this.container = container;
    this.describe = describe;
    this.viewport.scene.append(...Object.values(this.#layers));
    this.svg.append(this.#edges);
    container.append(this.svg);
  }

  get frame() {
    return { columns: this.#view?.columns ?? 1, rows: this.#view?.rows ?? 1, flipped: this.flipped };
  }

  /**
   * Shows a position; the piece of `route`, if given, slides to its square.
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
    if (!sameSize) this.viewport.zoom.fit(view.columns, view.rows);
    if (!sameBoard) this.#layOut(view);
    this.#placePieces(view, sameBoard && animated ? route : null);
    this.#cells.forEach((cell, i) => {
      const text = this.describe(view, i);
      if (cell.getAttribute('aria-label') !== text) cell.setAttribute('aria-label', text);
    });
  }

  /** @param {string} square @returns {number} -1 if there is no such square */
  indexOf(square) {
    return this.#index.get(square) ?? -1;
  }

  /** -1 off the board. @param {import('./zoom.js').Spot} spot */
  cellAt(spot) {
    const { x, y } = this.viewport.screenPoint(spot);
    const { columns, rows } = this.frame;
    const isSeen = x >= 0 && y >= 0 && x < unit * columns && y < unit * rows;
    return isSeen ? cellIndexAt(this.frame, this.viewport.boardPoint(spot)) : -1;
  }

  /** Shows the zoomed part and its labels. */
  showViewport() {
    const view = this.#view;
    this.viewport.show();
    this.#edges.replaceChildren(...(view && this.#edge ? edgeLabels(view, this.frame, labelSize(this.frame), this.viewport.zoom) : []));
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
    /** @param {{ from: string, to: string }} ends @param {number} half of the width @param {string} kind */
    const between = ({ from, to }, half, kind) => at(from, (start) => (from === to ? this.#circle(start, 45, `${kind} round`)
      : arrowBetween(centre(this.frame, start), centre(this.frame, this.indexOf(to)), half, kind)));
    arrows.replaceChildren(
      ...(marks.arrows ?? []).flatMap((arrow) => between(arrow, Math.max(5, 10 - 1.5 * arrow.rank), `arrow rank-${Math.min(arrow.rank, 4)}`)),
      ...(marks.shapes ?? []).flatMap((shape) => between(shape, 9, `shape ${shape.colour}`)),
    );
    this.#showCapture(marks);
    if (marks.cursor === undefined || marks.cursor < 0) this.container.removeAttribute('aria-activedescendant');
    else this.container.setAttribute('aria-activedescendant', this.#cells[marks.cursor]?.id ?? '');
  }

  /** @param {Marks} marks */
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

  /** Raises the chosen piece for a drag. */
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

  /** Initial cell of the cursor: the lower left one. */
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

  /** A circle with a gap for the name of the square. @param {number} index @param {number} r @param {string} kind */
  #ring(index, r, kind) {
    const { x, y } = centre(this.frame, index);
    return svg('path', { d: `M${x - 0.309 * r} ${y - 0.951 * r}A${r} ${r} 0 1 1 ${x - 0.951 * r} ${y - 0.309 * r}`, class: kind });
  }

  /** @param {View} view @param {Route | null} route */
  #placePieces(view, route) {
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
    const piece = /** @type {import('../protocol/parse.js').Piece} */ (view.pieces.get(view.cells[index].piece));
    const element = drawPiece(piece, lookOf(view, piece), figure);
    this.#put(element, index);
    this.#layers.pieces.append(element);
    return element;
  }

  /** Draws squares, labels and grid. @param {View} view */
  #layOut(view) {
    const { squares, labels, pieces, grid } = this.#layers;
    const frame = this.frame;
    const width = unit * view.columns;
    const height = unit * view.rows;
    const { coordinates } = chosenLook();
    this.#edge = coordinates && isNamedByEdges(view) ? 1.5 * labelSize(frame) : 0;
    const shape = String(this.viewport.frame(view.columns, view.rows, this.#edge));
    for (const each of [this.container, this.container.closest('.stage')?.parentElement])
      if (each instanceof HTMLElement) each.style.setProperty('--shape', shape);
    this.#index = new Map(view.cells.flatMap((cell, i) => (cell.name ? [[cell.name, i]] : [])));
    const dark = view.cells.flatMap(({ colour }, i) => (colour === 'dark' ? [corner(frame, i)] : []));
    squares.replaceChildren(
      svg('rect', { width, height, class: 'light-squares' }),
      svg('path', { class: 'dark-squares', d: dark.map(({ x, y }) => `M${x} ${y}h${unit}v${unit}h-${unit}z`).join('') }),
    );
    labels.replaceChildren(...(coordinates && !isNamedByEdges(view) ? cornerNames(view, frame) : []));
    this.showViewport();
    for (const { element } of this.#pieces.values()) element.remove();
    this.#pieces = new Map();
    pieces.replaceChildren();
    this.#cells = view.cells.map((_, i) =>
      svg('rect', { ...corner(frame, i), width: unit, height: unit, class: 'cell', role: 'gridcell', id: `${this.container.id}-cell-${i}` }));
    const inOrder = this.flipped ? [...this.#cells].reverse() : this.#cells;
    const rows = Array.from({ length: view.rows }, (_, row) =>
      svg('g', { role: 'row' }, ...inOrder.slice(row * view.columns, (row + 1) * view.columns)));
    grid.replaceChildren(...rows);
  }
}
