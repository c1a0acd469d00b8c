// The names of the squares, as the game's notation has them: letters and numbers at the edges where those name all squares,
// else the name of each square in its corner, beside the piece. Never both.
import { corner, unit } from './geometry.js';
import { svg } from './svg.js';

/** @typedef {import('../protocol/view.js').View} View */
/** @typedef {import('./geometry.js').Frame} Frame */

/** The height of names in squares. */
const nameSize = 19;

/** Whether the letters and numbers at the edges name all squares. @param {View} view */
export function isNamedByEdges({ columnLabels, rowLabels, columns, cells }) {
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

/** In the corners of the squares. @param {View} view @param {Frame} frame */
export const cornerNames = (view, frame) => view.cells.flatMap(({ name }, i) => {
  const { x, y } = corner(frame, i);
  return name ? [label(x + 3, y + 3 + 0.73 * nameSize, name, 'name', nameSize)] : [];
});

/**
 * Beside the columns and rows that are in sight.
 * @param {View} view @param {Frame} frame @param {number} size of the letters @param {import('./zoom.js').Zoom} zoom
 */
export function edgeLabels({ columnLabels, rowLabels, columns, rows }, { flipped }, size, zoom) {
  const order = (/** @type {string[]} */ texts) => (flipped ? [...texts].reverse() : texts);
  /** @param {number} place @param {number} most */
  const inSight = (place, most) => place > 0 && place < most * unit;
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
