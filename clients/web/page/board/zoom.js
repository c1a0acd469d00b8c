// The visible part of a large board.
import { svg, unit } from './geometry.js';

/** @typedef {import('./geometry.js').Point} Point */

/** Boards up to this size cannot be zoomed: their squares are large enough for a finger. */
const maxFixedSize = 12;
/** Columns visible at the highest zoom. */
const minShown = 6;

export class Zoom {
  scale = 1;
  x = 0;
  y = 0;
  #width = unit;
  #height = unit;

  /** @param {number} columns @param {number} rows */
  fit(columns, rows) {
    this.#width = columns * unit;
    this.#height = rows * unit;
    this.reset();
  }

  get isPossible() {
    return Math.max(this.#width, this.#height) > maxFixedSize * unit;
  }

  get isOn() {
    return this.scale > 1;
  }

  get isMax() {
    return this.scale >= this.#max;
  }

  get #max() {
    return this.isPossible ? Math.max(this.#width, this.#height) / (minShown * unit) : 1;
  }

  reset() {
    this.scale = 1;
    this.x = this.y = 0;
  }

  /** @param {Point} point @returns {Point} */
  onScreen({ x, y }) {
    return { x: (x - this.x) * this.scale, y: (y - this.y) * this.scale };
  }

  /** Zooms around a point of the screen. @param {number} factor @param {Point} [place] default: the middle */
  by(factor, { x, y } = { x: this.#width / 2, y: this.#height / 2 }) {
    const scale = Math.min(Math.max(this.scale * factor, 1), this.#max);
    const share = 1 / this.scale - 1 / scale;
    this.scale = scale;
    this.#moveTo(this.x + x * share, this.y + y * share);
  }

  /** @param {number} x distance on the screen @param {number} y */
  pan(x, y) {
    this.#moveTo(this.x - x / this.scale, this.y - y / this.scale);
  }

  /** Moves a cell into view. @param {Point} corner upper left */
  bring({ x, y }) {
    /** @param {number} first @param {number} size @param {number} wanted */
    const near = (first, size, wanted) => Math.min(Math.max(first, wanted + unit - size / this.scale), wanted);
    this.#moveTo(near(this.x, this.#width, x), near(this.y, this.#height, y));
  }

  /** @param {number} x @param {number} y */
  #moveTo(x, y) {
    this.x = Math.min(Math.max(x, 0), this.#width - this.#width / this.scale);
    this.y = Math.min(Math.max(y, 0), this.#height - this.#height / this.scale);
  }
}

/** @typedef {{ clientX: number, clientY: number }} Spot in window coordinates, as in pointer events */

let windows = 0;

export class Viewport {
  zoom = new Zoom();
  scene = svg('g');
  onChange = () => {};
  #whole = svg('rect');
  #window;

  /** @param {SVGSVGElement} drawing */
  constructor(drawing) {
    const id = `window-${(windows += 1)}`;
    this.drawing = drawing;
    this.clip = `url(#${id})`;
    this.#window = svg('g', {}, this.scene);
    drawing.append(svg('clipPath', { id }, this.#whole), this.#window);
  }

  /** Sets the size of the board; returns width / height. @param {number} columns @param {number} rows @param {number} edge */
  frame(columns, rows, edge) {
    const [width, height] = [columns * unit, rows * unit];
    this.drawing.setAttribute('viewBox', `${-edge} 0 ${width + edge} ${height + edge}`);
    this.#whole.setAttribute('width', String(width));
    this.#whole.setAttribute('height', String(height));
    return (width + edge) / (height + edge);
  }

  show() {
    const { scale, x, y, isOn } = this.zoom;
    this.scene.setAttribute('transform', `scale(${scale}) translate(${-x} ${-y})`);
    if (isOn) this.#window.setAttribute('clip-path', this.clip);
    else this.#window.removeAttribute('clip-path');
    this.drawing.classList.toggle('zoomed', isOn);
    this.onChange();
  }

  /** A point of the board. @param {Spot} spot */
  boardPoint(spot) {
    return pointIn(this.scene, spot);
  }

  /** A point of the drawing, regardless of the zoom. @param {Spot} spot */
  screenPoint(spot) {
    return pointIn(this.drawing, spot);
  }
}

/** @param {SVGGraphicsElement} element @param {Spot} spot */
function pointIn(element, { clientX, clientY }) {
  const matrix = element.getScreenCTM();
  return matrix ? new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()) : { x: -1, y: -1 };
}
