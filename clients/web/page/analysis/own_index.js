// What own games tell of positions, in the browser: the moves played in each, counted, and the share of each game in
// these counts, so that a game that is changed or deleted can be taken out of them again.
import { databaseOf } from '../storage/databases.js';

/** @typedef {{ count: number, draws: number, wins: Record<string, number> }} Tally the games with a move; how many of them were drawn, and won by each side */
/** @typedef {Record<string, Tally>} Tallies by move */
/** @typedef {{ id: string, mark: string, steps: [string, string[]][], winner: string | null }} Counted a game: what it was read from, its positions with the moves played there, and the winner as in a record */

const index = databaseOf('crown.explorer', (database) => {
  database.createObjectStore('games', { keyPath: 'id' });
  database.createObjectStore('positions');
});

/** Whether this browser can keep counts. @returns {Promise<boolean>} */
export const canCount = () => index().then(() => true, () => false);

/** @param {string} position game and text, as `fen` answers @returns {Promise<Tallies>} */
export const talliesAt = (position) => index().then(async (opened) => (await opened.get('positions', position)) ?? {}, () => ({}));

/** Of all games that are counted. @returns {Promise<string[]>} */
export const countedIds = async () => /** @type {string[]} */ (await (await index()).getAllKeys('games'));

/** What the games were counted from; '' for one that is not counted. @param {string[]} ids @returns {Promise<string[]>} */
export async function marksOf(ids) {
  const { store } = (await index()).transaction('games');
  return Promise.all(ids.map(async (id) => (await store.get(id))?.mark ?? ''));
}

/** Counts games instead of what was counted of them before; null only takes that away. Whole or not at all. @param {[string, Counted | null][]} changed with their ids */
export async function count(changed) {
  const transaction = (await index()).transaction(['games', 'positions'], 'readwrite');
  const ended = transaction.done;
  const games = transaction.objectStore('games');
  try {
    const before = /** @type {(Counted | undefined)[]} */ (await Promise.all(changed.map(([id]) => games.get(id))));
    await add(transaction.objectStore('positions'), [
      ...before.flatMap((game) => (game ? sharesOf(game, -1) : [])), ...changed.flatMap(([, game]) => (game ? sharesOf(game, 1) : [])),
    ]);
    await Promise.all(changed.map(([id, game]) => (game ? games.put(game) : games.delete(id))));
  } catch {
    transaction.abort();
  }
  await ended;
}

/** @typedef {{ position: string, moves: string[], winner: string | null, times: 1 | -1 }} Share of a game, in the counts of a position */

/** @param {Counted} game @param {1 | -1} times @returns {Share[]} */
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
