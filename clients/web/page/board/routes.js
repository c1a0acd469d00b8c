// Routes of moves that are pointed out: where they begin, the way from square to square, and what they take.
import { centre } from './geometry.js';
import { svg } from './svg.js';

/** @typedef {{ kind: 'due' | 'hint', path: string[], takes: string[] }} ShownRoute a path of one square shows the piece alone */

/** @param {import('./geometry.js').Frame} frame @param {ShownRoute} route @param {(square: string) => number} indexOf @returns {SVGElement[]} */
export function drawRoute(frame, { kind, path, takes }, indexOf) {
  /** @param {string[]} squares */
  const points = (squares) => squares.map(indexOf).filter((index) => index >= 0).map((index) => centre(frame, index));
  /** @param {import('./geometry.js').Point} point @param {number} r @param {string} part */
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
