// The part of a large board that is in sight: enlarged by `scale`, with (x, y) at its upper left corner.
import { unit } from './geometry.js';

/** @typedef {import('./geometry.js').Point} Point in units of the drawing */

/** Boards of up to this many columns and rows stay whole: their squares are large enough for a finger. */
const mostWhole = 12;
/** The fewest columns that are in sight. */
const fewestShown = 6;

export class Zoom {
  scale = 1;
  x = 0;
  y = 0;
  #width = unit;
  #height = unit;

  /** Another board, whole. @param {number} columns @param {number} rows */
  fit(columns, rows) {
    this.#width = columns * unit;
    this.#height = rows * unit;
    this.reset();
  }

  /** Whether the board is large enough. */
  get isPossible() {
    return Math.max(this.#width, this.#height) > mostWhole * unit;
  }

  get isOn() {
    return this.scale > 1;
  }

  get isMost() {
    return this.scale >= this.#most;
  }

  get #most() {
    return this.isPossible ? Math.max(this.#width, this.#height) / (fewestShown * unit) : 1;
  }

  reset() {
    this.scale = 1;
    this.x = this.y = 0;
  }

  /** Where a point of the board is seen. @param {Point} point @returns {Point} */
  onScreen({ x, y }) {
    return { x: (x - this.x) * this.scale, y: (y - this.y) * this.scale };
  }

  /** Enlarges; the point that is seen at `place` stays there. @param {number} factor @param {Point} [place] the middle without it */
  by(factor, { x, y } = { x: this.#width / 2, y: this.#height / 2 }) {
    const scale = Math.min(Math.max(this.scale * factor, 1), this.#most);
    const share = 1 / this.scale - 1 / scale;
    this.scale = scale;
    this.#moveTo(this.x + x * share, this.y + y * share);
  }

  /** The board follows a finger. @param {number} x how far, as seen @param {number} y */
  pan(x, y) {
    this.#moveTo(this.x - x / this.scale, this.y - y / this.scale);
  }

  /** Moves as little as needed to bring a cell into sight. @param {Point} corner its upper left one */
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
