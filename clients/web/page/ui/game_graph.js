// The evaluation graph of the game.
import { drawGraph, lightChance, nodeAt } from '../analysis/graph.js';
import { mainLine } from '../game/tree.js';
import { t } from '../lang/text.js';
import { lightSide, sideTitle } from './words.js';

/** @typedef {import('../protocol/view.js').View} View */
/** @typedef {import('../play/table.js').Table} Table */

/** The graph of the main line, while no game is being played. @param {Table} table @param {HTMLElement} place */
export function showGraph(table, place) {
  const { view, record } = table;
  const nodes = mainLine(record.root);
  if (!view || table.isLive || nodes.length < 2) return place.replaceChildren();
  const light = lightSide(view);
  const turns = turnsOf(table, view, nodes);
  const chances = nodes.map((node, i) => lightChance(node, turns[i], light));
  place.classList.toggle('unknown', chances.filter((each) => each !== null).length < 2);
  const title = t('analysis.graph', { side: sideTitle(view, light) });
  const graph = drawGraph(nodes, chances, record.cursor, title);
  graph.addEventListener('click', (event) => {
    const node = nodes[nodeAt(event, graph, nodes.length)];
    if (node) table.goTo(node);
  });
  place.replaceChildren(graph);
}

/** The side to move in each position: as seen before, else alternating. @param {Table} table @param {View} view @param {import('../game/tree.js').Node[]} nodes */
function turnsOf(table, view, nodes) {
  /** @type {string[]} */
  const turns = [];
  nodes.forEach((node, i) => {
    const other = view.sides.find(({ name }) => name !== (turns[i - 1] ?? view.sides[1].name))?.name ?? '';
    turns.push(nodes[i + 1]?.side || table.viewOf(node)?.turn || other);
  });
  return turns;
}
