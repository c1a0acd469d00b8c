// Game review: the positions of the main line are searched from the end to the beginning, so that a search knows what follows.
// Both positions of a move get the same number of nodes, and where the score swings both are searched again, deeper.
import { addEngineLine, removeMarks } from '../game/engine_marks.js';
import { mainLine } from '../game/tree.js';
import { chanceOf, exactScore, glyphOf, lossOf } from './chances.js';
import { Looks } from './look.js';

/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('../game/tree.js').Evaluation} Evaluation */
/** @typedef {import('../protocol/info.js').Truth} Truth */
/** @typedef {import('../protocol/view.js').View} View */
/** @typedef {import('../play/table.js').Table} Table */
/** @typedef {{ node: Node, view: View, turn: string, first: Evaluation, second: Evaluation | null, truth: Truth | null }} Station a position of the game; first and second look at it */

/** A first search shows how many nodes the engine makes of this time, in milliseconds; that is what each position gets. */
const timeOfPosition = 250;
const fewestNodes = 20000;
const mostNodes = 600000;
/** A look ends at a multiple of the time that its nodes should take, so that a busy machine does not make it endless. */
const patience = 4;
/** How much deeper the second look is, in nodes, and from which loss of winning chance there is one. */
const deeper = 4;
const swing = 0.04;
/** How many moves of a better line are added to the game. */
const shownMoves = 8;

/**
 * Judges each move of the main line and adds better lines; what earlier reviews added goes. Nothing is judged if it is aborted.
 * @param {Table} table @param {import('../protocol/engines.js').Engines} engines @param {number} engine
 * @param {AbortSignal} signal @param {(done: number, all: number) => void} progress
 */
export async function review(table, engines, engine, signal, progress) {
  const { record } = table;
  const isOver = () => signal.aborted || table.record !== record;
  const looks = await new Looks(engines, engine, signal).begin();
  const stations = await stationsOf(table);
  let all = stations.length;
  let done = 0;
  const step = () => progress((done += 1), all);
  progress(0, all);
  const open = stations.find(({ view }) => view.moves.length > 1) ?? stations[0];
  await looks.at(table.place(open.node), `movetime ${timeOfPosition}`);
  const nodes = Math.min(mostNodes, Math.max(fewestNodes, looks.nodes));
  for (const station of [...stations].reverse()) {
    if (isOver()) return;
    if (station.turn) await look(station, table, looks, nodes);
    step();
  }
  const doubtful = stations.flatMap((after, i) => (i > 0 && isDoubtful(stations[i - 1], after) ? [[after, stations[i - 1]]] : []));
  all += doubtful.length;
  for (const pair of doubtful.reverse()) {
    for (const station of pair) {
      if (isOver()) return;
      if (station.turn) station.second ??= await looks.at(table.place(station.node), limitOf(deeper, nodes));
    }
    step();
  }
  if (isOver()) return;
  removeMarks(record.root);
  for (const [i, after] of stations.entries()) {
    keepEvaluation(after);
    if (i > 0) judge(stations[i - 1], after);
  }
}

/** @param {Table} table @returns {Promise<Station[]>} */
async function stationsOf(table) {
  const stations = [];
  let mover = '';
  for (const node of mainLine(table.record.root)) {
    const view = await table.referee.look(table.place(node));
    node.side ||= mover;
    stations.push({ node, view, turn: view.turn, first: endOf(view, mover), second: null, truth: null });
    mover = view.turn;
  }
  return stations;
}

/** The evaluation of a finished game, for the side that would be to move. @param {View} view @param {string} mover of the last move @returns {Evaluation} */
function endOf({ status }, mover) {
  if (status.outcome !== 'win') return { cp: 0, wdl: [0, 1000, 0] };
  return { mate: 0, wdl: status.side === mover ? [0, 0, 1000] : [1000, 0, 0] };
}

/** @param {number} times @param {number} nodes */
const limitOf = (times, nodes) => `nodes ${times * nodes} movetime ${times * patience * timeOfPosition}`;

/** @param {Station} station @param {Table} table @param {Looks} looks @param {number} nodes */
async function look(station, table, looks, nodes) {
  const place = table.place(station.node);
  station.truth = await looks.truth(place);
  station.first = await looks.at(place, limitOf(1, nodes));
  keepEvaluation(station);
}

/** Tables overrule searches. @param {Station} station */
function keepEvaluation({ node, first, second, truth }) {
  const found = second ?? first;
  node.evaluation = { ...found, ...(truth ? exactScore(truth.value) : null) };
}

/** @param {Station} before @param {Station} after */
function isDoubtful(before, after) {
  return exactLoss(before, after.node.move) === null && before.first.best !== after.node.move &&
    lossOf(before.first, after.first, before.turn === after.turn) >= swing;
}

/** The loss of winning chance by tables; null if they do not know. @param {Station} before @param {string} played */
function exactLoss({ truth }, played) {
  const best = exactScore(truth?.value ?? '');
  const own = exactScore(truth?.moves.find(({ move }) => move === played)?.value ?? '');
  return best && own ? Math.max(0, chanceOf(best) - chanceOf(own)) : null;
}

/** By the deepest look that both positions had. A forced move is neither good nor bad. @param {Station} before @param {Station} after */
function judge(before, after) {
  const { move } = after.node;
  if (before.view.moves.length < 2) return;
  const isDeep = before.second && (after.second || !after.turn);
  const searched = lossOf((isDeep && before.second) || before.first, (isDeep && after.second) || after.first, before.turn === after.turn);
  const isOwnChoice = before.first.best === move || before.second?.best === move;
  const loss = exactLoss(before, move) ?? (isOwnChoice ? 0 : searched);
  const sign = glyphOf(loss);
  after.node.judgement = { sign, loss };
  if (sign) addEngineLine(before.node, betterLine(before));
}

/** Begins with a move that is best by the tables, if they know. @param {Station} before */
function betterLine({ first, second, truth }) {
  const line = (second ?? first).pv ?? [];
  const known = truth?.moves.find(({ move }) => move === line[0]);
  if (!truth || !known || known.value.split(' ')[0] === truth.value.split(' ')[0]) return line.slice(0, shownMoves);
  return truth.moves.filter(({ value }) => value.split(' ')[0] === truth.value.split(' ')[0]).slice(0, 1).map(({ move }) => move);
}
