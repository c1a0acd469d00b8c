// The games of this browser as a book of its own. They are read in the background, one after another, by a session of their own.
import { changes, ids, loadAll } from '../game/store.js';
import { follow, movesTo, unpack } from '../game/tree.js';
import { positionLine } from '../protocol/referee.js';
import { Refusal } from '../protocol/session.js';
import { canCount, count, countedIds, marksOf } from './own_index.js';

/** @typedef {import('../play/record.js').PackedRecord} PackedRecord */
/** @typedef {import('./own_index.js').Counted} Counted */

/** How many games are looked at together. Most are counted already. */
const lookedAt = 50;
/** How many are counted together: a few, as whoever steps through a game meanwhile waits for them. */
const counted = 10;

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
    if (await canCount()) await this.#read([...(await ids()), ...(await countedIds())]);
  }

  /** @param {string[]} more games that are new, changed or deleted */
  async #read(more) {
    if (!(await canCount())) return;
    const before = this.#waiting.size;
    for (const id of more) this.#waiting.add(id);
    this.progress.all += this.#waiting.size - before;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#waiting.size) {
        // A game that changes from here on is read once more.
        const some = [...this.#waiting].slice(0, lookedAt);
        for (const id of some) this.#waiting.delete(id);
        await this.#readSome(some);
      }
    } catch (error) {
      // There is no room for counts: the explorer shows those that there are.
      if (!(error instanceof DOMException)) throw error;
      this.#waiting.clear();
    } finally {
      this.#isReading = false;
      this.progress = { done: 0, all: 0 };
      this.onProgress();
    }
  }

  /** @param {string[]} some */
  async #readSome(some) {
    const [records, marks] = await Promise.all([loadAll(some), marksOf(some)]);
    const all = some.map((id, i) => ({ id, record: records[i], mark: markOf(records[i]) })).filter(({ mark }, i) => mark !== marks[i]);
    this.progress.done += some.length - all.length;
    for (let i = 0; i < all.length; i += counted) {
      const changed = all.slice(i, i + counted);
      await count(await Promise.all(changed.map((each) => this.#toCount(each))));
      this.progress.done += changed.length;
      this.onProgress();
    }
  }

  /** @param {{ id: string, record: PackedRecord | null, mark: string }} game @returns {Promise<[string, Counted | null]>} */
  async #toCount({ id, record, mark }) {
    return [id, record && mark ? { id, mark, winner: record.winner ?? null, steps: await this.#steps(record) } : null];
  }

  /** The positions with the moves played in them; none of a game that the engine refuses. @param {PackedRecord} record @returns {Promise<[string, string[]][]>} */
  async #steps(record) {
    const { game, start } = record;
    const moves = movesOf(record);
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

/** What a game is counted from; '' if it is not to be counted. @param {PackedRecord | null} record */
function markOf(record) {
  const moves = record && isOver(record) ? movesOf(record) : [];
  return record && moves.length ? JSON.stringify([record.game, record.start, record.winner ?? null, moves]) : '';
}

/** Whether a game was played or read from a file, and does not go on. @param {PackedRecord} record */
const isOver = ({ players, names, playing, winner }) =>
  Object.keys({ ...players, ...names }).length > 0 && !(playing && (winner ?? null) === null);

/** As they were played: what an analysis added later does not count. @param {PackedRecord} record */
const movesOf = ({ tree, headWay }) => movesTo(follow(unpack(tree), headWay));
