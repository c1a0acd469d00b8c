// Game review: the positions of the main line are searched from the end to the beginning, so that a search knows the later moves.
// Both positions of a move get the same number of nodes; where the score swings, both are searched again, deeper. And lessons from the
// mistakes.
import { addEngineLine, mainLine, mistakesOf, removeMarks } from '../game/tree.js';
import { evaluationIn, readInfo, readProbe, readWhy } from '../protocol/parse.js';
import { positionOf } from '../play/game_record.js';
import { searchSteps } from '../protocol/referee.js';
import { Refusal, TaskAborted } from '../protocol/session.js';
import { chanceOf, exactScore, glyphOf, lossOf } from './scores.js';

/** @import { Evaluation, Node } from '../game/tree.js' */
/** @import { ExactValues, View } from '../protocol/parse.js' */
/** @typedef {import('../protocol/referee.js').Position} Position */
/** @typedef {import('../play/current_game.js').CurrentGame} CurrentGame */
/** @typedef {import('../play/game_record.js').GameRecord} GameRecord */
/** @typedef {{ node: Node, view: View, turn: string, first: Evaluation, second: Evaluation | null, exactValues: ExactValues | null }} ReviewedPosition a position of the game; first and second: its searches */

/** The nodes that a first search makes in this time, in milliseconds, are the limit of each position. */
const timeOfPosition = 250;
const minNodes = 20000;
const maxNodes = 600000;
/** A search ends at this multiple of the expected time, also on a busy machine. */
const timeFactor = 4;
/** The factor of nodes of the second search, and the least loss of winning chance for it. */
const deeperFactor = 4;
const minSwing = 0.04;
/** Length of an added better line. */
const shownMoves = 8;
/** The nodes of all explanations, as a share of those of all searches. */
const explainedShare = 0.3;

/**
 * Judges each move of the main line, and adds better lines and reasons of mistakes. Removes those of earlier reviews. A review that is
 * aborted before its last search judges nothing.
 * @param {CurrentGame} currentGame @param {import('../protocol/engines.js').Engines} engines @param {number} engine
 * @param {AbortSignal} signal @param {(done: number, all: number) => void} progress
 */
export async function review(currentGame, engines, engine, signal, progress) {
  const { record } = currentGame;
  const isOver = () => signal.aborted || currentGame.record !== record;
  await engines.options(engine);
  const searches = new PositionSearches(engines, engine, signal);
  const positions = await positionsOf(record, currentGame.referee);
  let all = positions.length;
  let done = 0;
  const step = () => progress((done += 1), all);
  progress(0, all);
  const open = positions.find(({ view }) => view.moves.length > 1) ?? positions[0];
  await searches.at(positionOf(record, open.node), `movetime ${timeOfPosition}`);
  const nodes = Math.min(maxNodes, Math.max(minNodes, searches.nodes));
  for (const position of [...positions].reverse()) {
    if (isOver()) return;
    if (position.turn) {
      const shown = positionOf(record, position.node);
      position.exactValues = await searches.probe(shown);
      position.first = await searches.at(shown, limitOf(1, nodes));
      keepEvaluation(position);
    }
    step();
  }
  const doubtful = positions.flatMap((after, i) => (i > 0 && mayBeMistake(positions[i - 1], after) ? [[after, positions[i - 1]]] : []));
  all += doubtful.length;
  for (const pair of doubtful.reverse()) {
    for (const position of pair) {
      if (isOver()) return;
      if (position.turn) position.second ??= await searches.at(positionOf(record, position.node), limitOf(deeperFactor, nodes));
    }
    step();
  }
  if (isOver()) return;
  removeMarks(record.root);
  for (const [i, after] of positions.entries()) {
    keepEvaluation(after);
    if (i > 0) judge(positions[i - 1], after);
  }
  const mistakes = positions.map(({ node }) => node).filter(({ judgement }) => judgement?.sign);
  all += mistakes.length;
  const limit = Math.min(nodes, Math.floor((explainedShare * searches.allNodes) / mistakes.length));
  for (const node of mistakes) {
    if (isOver() || !(await addReasons(node, record, searches, limit))) return;
    step();
  }
}

/** False if the engine refuses; earlier versions have no explanations. @param {Node} node @param {GameRecord} record @param {PositionSearches} searches @param {number} nodes */
async function addReasons(node, record, searches, nodes) {
  if (!node.parent) return true;
  try {
    const { reasons } = await searches.why(positionOf(record, node.parent), node.move, nodes);
    // An undo may have removed it.
    if (node.judgement) node.judgement = { ...node.judgement, reasons };
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** @param {GameRecord} record @param {CurrentGame['referee']} referee @returns {Promise<ReviewedPosition[]>} */
async function positionsOf(record, referee) {
  const positions = [];
  let mover = '';
  for (const node of mainLine(record.root)) {
    const view = await referee.view(positionOf(record, node));
    node.side ||= mover;
    positions.push({ node, view, turn: view.turn, first: endOf(view, mover), second: null, exactValues: null });
    mover = view.turn;
  }
  return positions;
}

/** The evaluation of a finished game, for the side that would be to move. @param {View} view @param {string} mover of the last move @returns {Evaluation} */
function endOf({ status }, mover) {
  if (status.outcome !== 'win') return { cp: 0, wdl: [0, 1000, 0] };
  return { mate: 0, wdl: status.side === mover ? [0, 0, 1000] : [1000, 0, 0] };
}

/** @param {number} times @param {number} nodes */
const limitOf = (times, nodes) => `nodes ${times * nodes} movetime ${times * timeFactor * timeOfPosition}`;

/** Tables overrule searches. @param {ReviewedPosition} position */
function keepEvaluation({ node, first, second, exactValues }) {
  const found = second ?? first;
  node.evaluation = { ...found, ...(exactValues ? exactScore(exactValues.value) : null) };
}

/** @param {ReviewedPosition} before @param {ReviewedPosition} after */
function mayBeMistake(before, after) {
  return exactLoss(before, after.node.move) === null && before.first.best !== after.node.move &&
    lossOf(before.first, after.first, before.turn === after.turn) >= minSwing;
}

/** The loss of winning chance by table values; null if they are unknown. @param {ReviewedPosition} before @param {string} played */
function exactLoss({ exactValues }, played) {
  const best = exactScore(exactValues?.value ?? '');
  const own = exactScore(exactValues?.moves.find(({ move }) => move === played)?.value ?? '');
  return best && own ? Math.max(0, chanceOf(best) - chanceOf(own)) : null;
}

/** By the deepest search that both positions had. A forced move is not judged. @param {ReviewedPosition} before @param {ReviewedPosition} after */
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

/** Begins with a best move by table values, if they are known. @param {ReviewedPosition} before */
function betterLine({ first, second, exactValues }) {
  const line = (second ?? first).pv ?? [];
  const known = exactValues?.moves.find(({ move }) => move === line[0]);
  if (!exactValues || !known || known.value.split(' ')[0] === exactValues.value.split(' ')[0]) return line.slice(0, shownMoves);
  return exactValues.moves.filter(({ value }) => value.split(' ')[0] === exactValues.value.split(' ')[0]).slice(0, 1).map(({ move }) => move);
}

/** Short searches in the session of the analysis, which keeps its hash table. */
export class PositionSearches {
  /** Of the last search. */ nodes = 0;
  allNodes = 0;

  /** @param {import('../protocol/engines.js').Engines} engines @param {number} engine @param {AbortSignal} signal */
  constructor(engines, engine, signal) {
    this.signal = signal;
    this.session = engines.session(engine, 'analysis');
  }

  /** Throws TaskAborted instead of the result of an aborted search. @param {Position} position @param {string} limit as in `go nodes 1000` @returns {Promise<Evaluation>} */
  async at(position, limit) {
    /** @type {Evaluation} */
    let found = { cp: 0 };
    await this.session.run({
      options: { MultiPV: '1' },
      signal: this.signal,
      steps: searchSteps(position, `go ${limit}`),
      onLine: (line) => {
        const info = readInfo(line);
        if (!info || info.bound || (info.cp === undefined && info.mate === undefined)) return;
        this.nodes = info.nodes ?? 0;
        found = evaluationIn(info);
      },
    });
    if (this.signal.aborted) throw new TaskAborted();
    this.allNodes += this.nodes;
    return found;
  }

  /** The values of endgame tables. @param {Position} position */
  async probe(position) {
    return readProbe(await this.session.run({ signal: this.signal, steps: searchSteps(position, 'probe', 'probe') }));
  }

  /** Explains a move. @param {Position} position before it @param {string} move @param {number} nodes */
  async why(position, move, nodes) {
    return readWhy(await this.session.run({ signal: this.signal, steps: searchSteps(position, `why ${move} nodes ${nodes}`, 'why') }));
  }
}

/** The loss of winning chance below which a tried move is good. */
const maxGoodLoss = 0.05;

/** Of the search of a tried move. */
const lessonLimit = 'movetime 800';

/** Shows the position before each mistake in turn, to try another move there. */
export class Lesson {
  /** Index of the mistake. */ at = 0;
  /** @type {'asking' | 'thinking' | 'good' | 'bad' | 'over'} */ state = 'asking';
  tried = '';
  /** Aborts the search for a tried move. */ #search = new AbortController();

  /** @param {CurrentGame} currentGame @param {import('../protocol/engines.js').Engines} engines @param {number} engine */
  constructor(currentGame, engines, engine) {
    this.currentGame = currentGame;
    this.engines = engines;
    this.engine = engine;
    this.record = currentGame.record;
    this.mistakes = mistakesOf(this.record.root);
  }

  get mistake() {
    return this.mistakes[this.at];
  }

  /** Asks for a move; no longer judges a tried one. */
  ask() {
    this.#search.abort();
    this.state = this.mistake ? 'asking' : 'over';
  }

  async show() {
    this.ask();
    if (this.mistake?.parent) await this.currentGame.goTo(this.mistake.parent);
  }

  async next() {
    this.at += 1;
    await this.show();
  }

  /** Judges the last tried move in the lesson's position; ignores other moves. @param {Node} node @param {() => void} changed */
  async judge(node, changed) {
    if (node.parent !== this.mistake?.parent) return;
    this.ask();
    const { signal } = (this.#search = new AbortController());
    this.tried = node.move;
    this.state = 'thinking';
    changed();
    try {
      const isGood = await this.#isGood(node, signal);
      if (signal.aborted) return;
      this.state = isGood ? 'good' : 'bad';
      if (!isGood && node.parent && this.currentGame.requestedNode === node) await this.currentGame.goTo(node.parent);
      changed();
    } catch (error) {
      if (!(error instanceof TaskAborted)) throw error;
    }
  }

  /** @param {Node} node @param {AbortSignal} signal */
  async #isGood(node, signal) {
    const { parent } = node;
    if (!parent) return true;
    const searches = new PositionSearches(this.engines, this.engine, signal);
    parent.evaluation ??= await searches.at(positionOf(this.record, parent), lessonLimit);
    if (node.move === parent.evaluation.best) return true;
    if (node === this.mistake) return false;
    node.evaluation = await searches.at(positionOf(this.record, node), lessonLimit);
    const turns = [parent, node].map((each) => this.currentGame.knownView(each)?.turn);
    return lossOf(parent.evaluation, node.evaluation, turns[0] === turns[1]) < maxGoodLoss;
  }
}
