// The evaluation graph of the game, and the number of each side's mistakes.
import { drawGraph, lightChance, nodeAt } from '../analysis/graph.js';
import { mistakesOf } from '../analysis/learn.js';
import { mainLine } from '../game/tree.js';
import { t } from '../lang/text.js';
import { h } from './dom.js';
import { lightSide, sideTitle } from './words.js';

/** @typedef {import('../protocol/view.js').View} View */
/** @typedef {import('../play/table.js').Table} Table */

/** The graph of the main line, while no game is being played. @param {Table} table @param {HTMLElement} place */
export function showGraph(table, place) {
  const { view, record } = table;
  const nodes = mainLine(record.root);
  if (!view || record.playing && table.isLive || nodes.filter(({ evaluation }) => evaluation).length < 2) return place.replaceChildren();
  const light = lightSide(view);
  const turns = turnsOf(table, view, nodes);
  const chances = nodes.map((node, i) => lightChance(node, turns[i], light));
  const title = t('analysis.graph', { side: sideTitle(view, light) });
  const graph = drawGraph(nodes, chances, record.cursor, title);
  graph.addEventListener('click', (event) => {
    const node = nodes[nodeAt(event, graph, nodes.length)];
    if (node) table.goTo(node);
  });
  place.replaceChildren(graph, ...summary(view, nodes));
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

/** @param {View} view @param {import('../game/tree.js').Node[]} nodes */
function summary(view, nodes) {
  if (!mistakesOf(nodes[0]).length) return [];
  /** @param {string} side @param {string} glyph */
  const count = (side, glyph) => nodes.filter((node) => node.side === side && node.glyph === glyph).length;
  return view.sides.map(({ name }) => h('p', { class: 'quiet' }, t('analysis.summary', {
    side: sideTitle(view, name), inaccuracies: count(name, '?!'), mistakes: count(name, '?'), blunders: count(name, '??'),
  })));
}
