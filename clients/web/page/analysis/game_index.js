// Opening explorer: the moves of the engine's book, and of the finished games in this browser. A background session reads these games
// one after another. An index has the moves of each position with counts, and the share of each game in them, so that a changed or
// deleted game can be subtracted.
import { changes, gameIds, loadGames } from '../storage/games.js';
import { databaseOf } from '../storage/databases.js';
import { follow, movesTo, unpack } from '../game/tree.js';
import { readInfo } from '../protocol/parse.js';
import { positionLine } from '../protocol/referee.js';
import { Refusal } from '../protocol/session.js';

/** @typedef {import('../play/game_record.js').PackedRecord} PackedRecord */
/** @typedef {import('../protocol/parse.js').Info} Info */
/** @typedef {{ count: number, draws: number, wins: Record<string, number> }} Tally of games with a move: all, draws, wins of each side */
/** @typedef {Record<string, Tally>} Tallies by move */
/** @typedef {{ id: string, mark: string, steps: [string, string[]][], winner: string | null }} IndexedGame a game: its source as text, its positions with the moves played there, the winner as in a record */
/** @typedef {{ position: string, moves: string[], winner: string | null, times: 1 | -1 }} Share of a game, in the counts of a position */
/** @typedef {{ move: string, info: Info, visits: number }} BookMove the score is that of the side to move */
/** @typedef {{ move: string, book: BookMove | null, share: number, stored: Tally | null }} ExplorerMove share: of the book's visits, from 0 to 1 */

/** The answer to `book`, best first. @param {string[]} lines @returns {BookMove[]} */
export function readBook(lines) {
  return lines.filter((line) => line.startsWith('bookmove ')).flatMap((line) => {
    const [, move, ...words] = line.split(' ');
    const info = readInfo(`info ${words.join(' ')}`);
    return info ? [{ move, info, visits: Number(words[words.indexOf('visits') + 1]) }] : [];
  });
}

/** The moves of the book, best first, then those that only stored games have, the most frequent first. @param {BookMove[]} book @param {Tallies} stored @returns {ExplorerMove[]} */
export function explorerMoves(book, stored) {
  const all = book.reduce((sum, { visits }) => sum + visits, 0);
  const others = Object.keys(stored).filter((move) => !book.some((each) => each.move === move));
  others.sort((a, b) => stored[b].count - stored[a].count || a.localeCompare(b));
  return [
    ...book.map((each) => ({ move: each.move, book: each, share: all ? each.visits / all : 0, stored: stored[each.move] ?? null })),
    ...others.map((move) => ({ move, book: null, share: 0, stored: stored[move] })),
  ];
}

const index = databaseOf('crown.explorer', (database) => {
  database.createObjectStore('games', { keyPath: 'id' });
  database.createObjectStore('positions');
});

/** Whether this browser can keep counts. @returns {Promise<boolean>} */
const isAvailable = () => index().then(() => true, () => false);

/** @param {string} position game and text, as `fen` answers @returns {Promise<Tallies>} */
export const talliesAt = (position) => index().then(async (opened) => (await opened.get('positions', position)) ?? {}, () => ({}));

/** The sources of counted games; '' for others. @param {string[]} ids @returns {Promise<string[]>} */
async function marksOf(ids) {
  const { store } = (await index()).transaction('games');
  return Promise.all(ids.map(async (id) => (await store.get(id))?.mark ?? ''));
}

/** Replaces the counts of games; null removes them. All or nothing. @param {[string, IndexedGame | null][]} changed with their ids */
export async function updateCounts(changed) {
  const transaction = (await index()).transaction(['games', 'positions'], 'readwrite');
  const ended = transaction.done;
  const games = transaction.objectStore('games');
  try {
    const before = /** @type {(IndexedGame | undefined)[]} */ (await Promise.all(changed.map(([id]) => games.get(id))));
    await add(transaction.objectStore('positions'), [
      ...before.flatMap((game) => (game ? sharesOf(game, -1) : [])), ...changed.flatMap(([, game]) => (game ? sharesOf(game, 1) : [])),
    ]);
    await Promise.all(changed.map(([id, game]) => (game ? games.put(game) : games.delete(id))));
  } catch {
    transaction.abort();
  }
  await ended;
}

/** @param {IndexedGame} game @param {1 | -1} times @returns {Share[]} */
const sharesOf = ({ steps, winner }, times) => steps.map(([position, moves]) => ({ position, moves, winner, times }));

/** Reads and writes each position once. @param {any} positions the store @param {Share[]} shares */
async function add(positions, shares) {
  /** @type {Map<string, Share[]>} */
  const byPosition = new Map();
  for (const share of shares) {
    const others = byPosition.get(share.position);
    if (others) others.push(share);
    else byPosition.set(share.position, [share]);
  }
  await Promise.all([...byPosition].map(async ([position, all]) => {
    /** @type {Tallies} */
    const tallies = (await positions.get(position)) ?? {};
    for (const share of all) tally(tallies, share);
    await (Object.keys(tallies).length ? positions.put(tallies, position) : positions.delete(position));
  }));
}

/** @param {Tallies} tallies @param {Share} share */
function tally(tallies, { moves, winner, times }) {
  for (const move of moves) {
    const each = (tallies[move] ??= { count: 0, draws: 0, wins: {} });
    each.count += times;
    if (winner === '') each.draws += times;
    else if (winner !== null) each.wins[winner] = (each.wins[winner] ?? 0) + times;
    if (each.count <= 0) delete tallies[move];
  }
}

/** Games compared with the index at once. Most are counted already. */
const comparedAtOnce = 50;
/** Games counted at once: few, because a step through a game waits for them. */
const indexedAtOnce = 10;

export class GameIndexer {
  /** @type {Set<string>} */ #waiting = new Set();
  isReading = false;
  /** Games read, of those to read. */ progress = { done: 0, all: 0 };

  /** @param {import('../protocol/session.js').Session} session @param {() => void} onProgress more games are counted, or fewer */
  constructor(session, onProgress) {
    this.session = session;
    this.onProgress = onProgress;
    for (const kind of ['stored', 'deleted'])
      changes.addEventListener(kind, (event) => event instanceof CustomEvent && this.#read(event.detail));
  }

  /** Looks at all games: most were counted at earlier visits. */
  async begin() {
    if (await isAvailable()) await this.#read([...(await gameIds()), .../** @type {string[]} */ (await (await index()).getAllKeys('games'))]);
  }

  /** @param {string[]} more ids of new, changed or deleted games */
  async #read(more) {
    if (!(await isAvailable())) return;
    const before = this.#waiting.size;
    for (const id of more) this.#waiting.add(id);
    this.progress.all += this.#waiting.size - before;
    if (this.isReading) return;
    this.isReading = true;
    try {
      while (this.#waiting.size) {
        // A game that changes from here on is read again.
        const some = [...this.#waiting].slice(0, comparedAtOnce);
        for (const id of some) this.#waiting.delete(id);
        await this.#readSome(some);
      }
    } catch (error) {
      // The storage is full: the explorer shows the counts so far.
      if (!(error instanceof DOMException)) throw error;
      this.#waiting.clear();
    } finally {
      this.isReading = false;
      this.progress = { done: 0, all: 0 };
      this.onProgress();
    }
  }

  /** @param {string[]} some */
  async #readSome(some) {
    const [records, marks] = await Promise.all([loadGames(some), marksOf(some)]);
    const all = some.map((id, i) => ({ id, record: records[i], mark: markOf(records[i]) })).filter(({ mark }, i) => mark !== marks[i]);
    this.progress.done += some.length - all.length;
    for (let i = 0; i < all.length; i += indexedAtOnce) {
      const changed = all.slice(i, i + indexedAtOnce);
      await updateCounts(await Promise.all(changed.map((each) => this.#indexed(each))));
      this.progress.done += changed.length;
      this.onProgress();
    }
  }

  /** @param {{ id: string, record: PackedRecord | null, mark: string }} game @returns {Promise<[string, IndexedGame | null]>} */
  async #indexed({ id, record, mark }) {
    return [id, record && mark ? { id, mark, winner: record.winner ?? null, steps: await this.#steps(record) } : null];
  }

  /** The positions with the moves played in them; none of a game that the engine refuses. @param {PackedRecord} record @returns {Promise<[string, string[]][]>} */
  async #steps(record) {
    const { game, start } = record;
    const moves = movesOf(record);
    const lines = [positionLine({ game, start, moves: [] }), ...moves.flatMap((move) => ['fen', `move ${move}`])];
    const answers = await this.session.ask(lines).catch((error) => {
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

/** The source of a game; '' if it must not be counted. @param {PackedRecord | null} record */
function markOf(record) {
  const moves = record && isOver(record) ? movesOf(record) : [];
  return record && moves.length ? JSON.stringify([record.game, record.start, record.winner ?? null, moves]) : '';
}

/** Whether a game was played or read from a file, and is finished. @param {PackedRecord} record */
const isOver = ({ players, names, playing, winner }) =>
  Object.keys({ ...players, ...names }).length > 0 && !(playing && (winner ?? null) === null);

/** Without moves that an analysis added to a finished game. @param {PackedRecord} record */
const movesOf = ({ tree, headWay }) => movesTo(follow(unpack(tree), headWay));
