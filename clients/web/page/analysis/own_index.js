// What own games tell of positions, in the browser: the moves played in each, counted, and the share of each game in
// these counts, so that a game that is changed or deleted can be taken out of them again.
import { done } from '../game/store.js';

/** @typedef {{ count: number, draws: number, wins: Record<string, number> }} Tally the games with a move; how many of them were drawn, and won by each side */
/** @typedef {Record<string, Tally>} Tallies by move */
/** @typedef {{ id: string, mark: string, steps: [string, string[]][], winner: string | null }} Counted a game: what it was read from, its positions with the moves played there, and the winner as in a record */

const database = 'crown.explorer';

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

function open() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('games', { keyPath: 'id' });
      request.result.createObjectStore('positions');
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/** @param {'games' | 'positions'} name */
const reading = async (name) => (await open()).transaction(name).objectStore(name);

/** @param {string} position game and text, as `fen` answers @returns {Promise<Tallies>} */
export const talliesAt = async (position) => (await done((await reading('positions')).get(position))) ?? {};

/** Of all games that are counted. @returns {Promise<string[]>} */
export const countedIds = async () => /** @type {string[]} */ (await done((await reading('games')).getAllKeys()));

/** What the game was counted from; '' if it is not counted. @param {string} id @returns {Promise<string>} */
export const markOf = async (id) => (await done((await reading('games')).get(id)))?.mark ?? '';

/** Counts a game instead of what was counted of it before; null only takes that away. Whole or not at all. @param {string} id @param {Counted | null} game */
export async function count(id, game) {
  const transaction = (await open()).transaction(['games', 'positions'], 'readwrite');
  const ended = new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(undefined);
    transaction.onabort = () => reject(transaction.error);
  });
  const games = transaction.objectStore('games');
  try {
    const before = /** @type {Counted | undefined} */ (await done(games.get(id)));
    if (before) await add(transaction, before, -1);
    if (game) {
      await add(transaction, game, 1);
      games.put(game);
    } else games.delete(id);
  } catch {
    transaction.abort();
  }
  await ended;
}

/** @param {IDBTransaction} transaction @param {Counted} game @param {1 | -1} times */
async function add(transaction, { steps, winner }, times) {
  const positions = transaction.objectStore('positions');
  await Promise.all(steps.map(async ([position, moves]) => {
    /** @type {Tallies} */
    const tallies = (await done(positions.get(position))) ?? {};
    for (const move of moves) {
      const tally = (tallies[move] ??= { count: 0, draws: 0, wins: {} });
      tally.count += times;
      if (winner === '') tally.draws += times;
      else if (winner !== null) tally.wins[winner] = (tally.wins[winner] ?? 0) + times;
      if (tally.count <= 0) delete tallies[move];
    }
    if (Object.keys(tallies).length) positions.put(tallies, position);
    else positions.delete(position);
  }));
}
