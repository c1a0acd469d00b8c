// The games of this browser as a book of its own. They are read in the background, one after another, by a session of their own.
import { changes, ids, load } from '../game/store.js';
import { positionLine } from '../protocol/referee.js';
import { Refusal } from '../protocol/session.js';
import { count, countedIds, markOf } from './own_index.js';

/** @typedef {import('../play/record.js').PackedRecord} PackedRecord */

/** How many games are read between two reports of progress. */
const stride = 20;

export class OwnGames {
  /** @type {Set<string>} */ #waiting = new Set();
  #isReading = false;
  /** How many of the games that were to be read are. */ progress = { done: 0, all: 0 };

  /** @param {import('../protocol/session.js').Session} session @param {() => void} onProgress more games are counted, or fewer */
  constructor(session, onProgress) {
    this.session = session;
    this.onProgress = onProgress;
    for (const event of ['kept', 'forgotten'])
      changes.addEventListener(event, (told) => told instanceof CustomEvent && this.#read(told.detail));
  }

  get isReading() {
    return this.#isReading;
  }

  /** Looks at all games: most were counted at earlier visits. */
  async begin() {
    this.#read([...(await ids()), ...(await countedIds())]);
  }

  /** @param {string[]} more games that are new, changed or deleted */
  async #read(more) {
    for (const id of more) this.#waiting.add(id);
    this.progress.all = this.progress.done + this.#waiting.size;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      for (const id of this.#waiting) {
        const isNew = await this.#readOne(id);
        this.#waiting.delete(id);
        this.progress.done += 1;
        if (isNew && this.progress.done % stride === 0) this.onProgress();
      }
    } finally {
      this.#isReading = false;
      this.progress = { done: 0, all: 0 };
      this.onProgress();
    }
  }

  /** @param {string} id @returns {Promise<boolean>} whether it changed what is counted */
  async #readOne(id) {
    const record = await load(id);
    const moves = record && isOver(record) ? movesOf(record) : [];
    const mark = record && moves.length ? JSON.stringify([record.game, record.start, record.winner ?? null, moves]) : '';
    if (mark === (await markOf(id))) return false;
    await count(id, record && mark ? { id, mark, winner: record.winner ?? null, steps: await this.#steps(record, moves) } : null);
    return true;
  }

  /** The positions with the moves played in them; none of a game that the engine refuses. @param {PackedRecord} record @param {string[]} moves @returns {Promise<[string, string[]][]>} */
  async #steps({ game, start }, moves) {
    const lines = [positionLine({ game, start, moves: [] }), ...moves.flatMap((move) => ['fen', `move ${move}`]), 'isready'];
    const answers = await this.session.run({ steps: [{ lines, last: 'readyok' }] }).catch((error) => {
      if (error instanceof Refusal) return [];
      throw error;
    });
    /** @type {Map<string, Set<string>>} */
    const steps = new Map();
    answers.filter((line) => line.startsWith('fen ')).forEach((line, i) => {
      const position = line.slice('fen '.length);
      steps.set(position, (steps.get(position) ?? new Set()).add(moves[i]));
    });
    return [...steps].map(([position, played]) => [position, [...played]]);
  }
}

/** Whether a game was played or read from a file, and does not go on. @param {PackedRecord} record */
const isOver = ({ players, names, playing, winner }) =>
  Object.keys({ ...players, ...names }).length > 0 && !(playing && (winner ?? null) === null);

/** As they were played: what an analysis added later does not count. @param {PackedRecord} record */
function movesOf({ tree, headWay }) {
  const moves = [];
  /** @type {import('../game/tree.js').Packed | undefined} */
  let node = tree;
  for (const number of headWay) {
    node = node.n?.[number];
    if (!node) break;
    moves.push(node.m);
  }
  return moves;
}
