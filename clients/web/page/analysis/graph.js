// The evaluation graph of a game: above the middle the light side is better.
import { svg } from '../board/svg.js';
import { chanceOf, glyphClass, reversed } from './chances.js';

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
  const known = chances.flatMap((chance, i) => (chance === null ? [] : [[i * step, (1 - chance) * height]]));
  const points = known.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
  const graph = svg('svg', { viewBox: `0 0 ${width} ${height}`, class: 'graph', role: 'img', 'aria-label': title, preserveAspectRatio: 'none' });
  graph.append(svg('rect', { width, height, class: 'graph-ground' }));
  if (known.length > 1) {
    const [first, last] = [known[0][0], known[known.length - 1][0]];
    graph.append(svg('polygon', { points: `${first},${height} ${points} ${last},${height}`, class: 'graph-light' }));
    graph.append(svg('polyline', { points, class: 'graph-line' }));
  }
  graph.append(svg('line', { x1: 0, x2: width, y1: height / 2, y2: height / 2, class: 'graph-middle' }));
  nodes.forEach((node, i) => {
    const chance = chances[i];
    if (chance === null || !['?', '??', '?!'].includes(node.glyph)) return;
    graph.append(svg('ellipse', { cx: i * step, cy: (1 - chance) * height, rx: 4, ry: 4, class: `graph-mistake ${glyphClass(node.glyph)}` }));
  });
  const at = nodes.indexOf(cursor);
  if (at >= 0) graph.append(svg('line', { x1: at * step, x2: at * step, y1: 0, y2: height, class: 'graph-cursor' }));
  return graph;
}

/** The index of the node at a click. @param {MouseEvent} event @param {Element} graph @param {number} nodes */
export function nodeAt(event, graph, nodes) {
  const { left, width: shown } = graph.getBoundingClientRect();
  return Math.round(((event.clientX - left) / shown) * Math.max(1, nodes - 1));
}
