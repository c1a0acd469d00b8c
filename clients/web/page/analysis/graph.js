// The evaluation graph of a game: above the middle the light side is better. Positions without evaluation are gaps.
import { svg } from '../board/geometry.js';
import { mistakeSign } from '../game/tree.js';
import { chanceOf, glyphClass, reversed } from './scores.js';

/** @typedef {import('../game/tree.js').Node} Node */

const width = 600;
const height = 120;

/** The light side's winning chance. @param {Node} node @param {string} turn there @param {string} light @returns {number | null} */
export function lightChance(node, turn, light) {
  if (!node.evaluation) return null;
  return chanceOf(turn === light ? node.evaluation : reversed(node.evaluation));
}

/**
 * @param {Node[]} nodes the main line, with its root @param {(number | null)[]} chances of the light side in each
 * @param {Node} cursor @param {string} title
 */
export function drawGraph(nodes, chances, cursor, title) {
  const step = width / Math.max(1, nodes.length - 1);
  const graph = svg('svg', { viewBox: `0 0 ${width} ${height}`, class: 'graph', role: 'img', 'aria-label': title, preserveAspectRatio: 'none' });
  graph.append(svg('rect', { width, height, class: 'graph-ground' }));
  for (const stretch of stretchesOf(chances)) {
    // A single position is as wide as the distance between two.
    const ends = stretch.length > 1 ? stretch : [stretch[0] - 0.5, stretch[0] + 0.5];
    const points = ends.map((at, i) => `${(at * step).toFixed(1)},${((1 - (chances[stretch[i] ?? stretch[0]] ?? 0)) * height).toFixed(1)}`).join(' ');
    const [first, last] = [ends[0] * step, ends[ends.length - 1] * step];
    graph.append(
      svg('rect', { x: first, width: last - first, height, class: 'graph-dark' }),
      svg('polygon', { points: `${first},${height} ${points} ${last},${height}`, class: 'graph-light' }),
      svg('polyline', { points, class: 'graph-line' }));
  }
  graph.append(svg('line', { x1: 0, x2: width, y1: height / 2, y2: height / 2, class: 'graph-middle' }));
  nodes.forEach((node, i) => {
    const [chance, sign] = [chances[i], mistakeSign(node)];
    if (chance === null || !sign) return;
    graph.append(svg('ellipse', { cx: i * step, cy: (1 - chance) * height, rx: 4, ry: 4, class: `graph-mistake ${glyphClass(sign)}` }));
  });
  const at = nodes.indexOf(cursor);
  if (at >= 0) graph.append(svg('line', { x1: at * step, x2: at * step, y1: 0, y2: height, class: 'graph-cursor' }));
  return graph;
}

/** Runs of evaluated positions. @param {(number | null)[]} chances @returns {number[][]} */
function stretchesOf(chances) {
  /** @type {number[][]} */
  const stretches = [];
  chances.forEach((chance, i) => {
    if (chance === null) return;
    if (i > 0 && chances[i - 1] !== null) stretches[stretches.length - 1].push(i);
    else stretches.push([i]);
  });
  return stretches;
}

/** The index of the node at a click. @param {MouseEvent} event @param {Element} graph @param {number} nodes */
export function nodeAt(event, graph, nodes) {
  const { left, width: shown } = graph.getBoundingClientRect();
  return Math.round(((event.clientX - left) / shown) * Math.max(1, nodes - 1));
}
