// Game review: each position of the main line is searched for a short time, and mistakes get their signs.
import { positionLine } from '../protocol/referee.js';
import { readInfo } from '../protocol/info.js';
import { mainLine } from '../game/tree.js';
import { glyphOf, lossOf } from './chances.js';

/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('../game/tree.js').Evaluation} Evaluation */
/** @typedef {import('../play/table.js').Table} Table */

/** Time per position, in milliseconds. */
const timeOfPosition = 400;

/** @param {import('../protocol/session.js').Session} session @param {string} position @param {AbortSignal} signal @param {boolean} showsWdl @returns {Promise<Evaluation>} */
export async function evaluate(session, position, signal, showsWdl) {
  /** @type {Evaluation} */
  let found = { cp: 0 };
  await session.run({
    options: { MultiPV: '1', ...(showsWdl ? { UCI_ShowWDL: 'true' } : {}) },
    signal,
    steps: [
      { lines: [position, 'isready'], last: 'readyok' },
      { lines: [`go movetime ${timeOfPosition}`], last: 'bestmove', search: true },
    ],
    onLine: (line) => {
      const info = readInfo(line);
      if (!info || info.bound || (info.cp === undefined && info.mate === undefined)) return;
      found = { cp: info.cp, mate: info.mate, wdl: info.wdl, depth: info.depth, best: info.pv[0], pv: info.pv };
    },
  });
  return found;
}

/**
 * @param {Table} table @param {import('../protocol/engines.js').Engines} engines @param {number} engine
 * @param {AbortSignal} signal @param {(done: number, all: number) => void} progress
 */
export async function review(table, engines, engine, signal, progress) {
  const { record } = table;
  const nodes = mainLine(record.root);
  const showsWdl = (await engines.options(engine)).has('UCI_ShowWDL');
  const session = engines.session(engine, 'analysis');
  for (const [i, node] of nodes.entries()) {
    if (signal.aborted || table.record !== record) return;
    progress(i, nodes.length);
    node.evaluation = await evaluate(session, positionLine(table.place(node)), signal, showsWdl);
    await markMistake(table, node);
  }
  progress(nodes.length, nodes.length);
  table.touch();
}

/** The sign of the move that led here. @param {Table} table @param {Node} node */
async function markMistake(table, node) {
  const { parent } = node;
  if (!parent?.evaluation || !node.evaluation) return;
  const before = await table.referee.look(table.place(parent));
  const after = await table.referee.look(table.place(node));
  const played = parent.evaluation.best === node.move;
  const sign = played ? '' : glyphOf(lossOf(parent.evaluation, node.evaluation, before.turn === after.turn));
  if (sign || ['?!', '?', '??'].includes(node.glyph)) node.glyph = sign;
}
