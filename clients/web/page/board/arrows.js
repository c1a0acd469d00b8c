import { svg } from './svg.js';

/** @typedef {{ from: string, to: string, rank: number }} Arrow rank: 0 is the best line */
/** @typedef {import('./geometry.js').Point} Point */

const headLength = 34;

/** From the centre of a square to that of another. @param {Point} from @param {Point} to @param {number} half of its width @param {string} kind */
export function arrowBetween(from, to, half, kind) {
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

/** Better lines are wider. @param {Point} from @param {Point} to @param {Arrow} arrow */
export const drawArrow = (from, to, { rank }) =>
  arrowBetween(from, to, Math.max(5, 10 - 1.5 * rank), `arrow rank-${Math.min(rank, 4)}`);
