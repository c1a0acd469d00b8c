// SVG elements, and coordinates of cells: 100 units a square, the origin at the upper left corner of the board.

export const unit = 100;

/** @typedef {{ columns: number, rows: number, flipped: boolean }} Frame */
/** @typedef {{ x: number, y: number }} Point */

/** The upper left corner of a cell. @param {Frame} frame @param {number} index row by row from the top, not flipped @returns {Point} */
export function corner(frame, index) {
  const column = index % frame.columns;
  const row = Math.floor(index / frame.columns);
  return {
    x: unit * (frame.flipped ? frame.columns - 1 - column : column),
    y: unit * (frame.flipped ? frame.rows - 1 - row : row),
  };
}

/** @param {Frame} frame @param {number} index @returns {Point} */
export function centre(frame, index) {
  const { x, y } = corner(frame, index);
  return { x: x + unit / 2, y: y + unit / 2 };
}

/** -1 off the board. @param {Frame} frame @param {Point} point */
export function cellIndexAt(frame, { x, y }) {
  const column = Math.floor(x / unit);
  const row = Math.floor(y / unit);
  if (column < 0 || row < 0 || column >= frame.columns || row >= frame.rows) return -1;
  return frame.flipped
    ? (frame.rows - 1 - row) * frame.columns + frame.columns - 1 - column
    : row * frame.columns + column;
}

/** The neighbouring cell, or the cell itself at the edge. @param {Frame} frame @param {number} index @param {number} right @param {number} down */
export function neighbour(frame, index, right, down) {
  const { x, y } = centre(frame, index);
  const next = cellIndexAt(frame, { x: x + right * unit, y: y + down * unit });
  return next < 0 ? index : next;
}

/** Height of edge labels, larger on large boards. @param {Frame} frame */
export const labelSize = ({ columns, rows }) => Math.min(64, 2.4 * Math.max(columns, rows));

const namespace = 'http://www.w3.org/2000/svg';

/**
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Record<string, string | number>} [attributes] @param {Node[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}
