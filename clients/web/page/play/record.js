// A game as stored: moves with variations, players, clocks, and how it ended.
import { flat, follow, newTree, pack, unpack, wayTo } from '../game/tree.js';

/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('./players.js').Player} Player */

/** @typedef {{ winner: string, reason: string }} Ending winner '' for a draw */

/**
 * @typedef {object} GameRecord
 * @property {string} id
 * @property {string} game
 * @property {string} start 'startpos' or the text of a position
 * @property {Node} root
 * @property {Node} head where the game stands that is being played
 * @property {Node} cursor what is looked at
 * @property {boolean} playing else everything can be moved freely
 * @property {Record<string, Player>} players by side
 * @property {Record<string, string>} names by side; from files, or given by the person
 * @property {Record<string, string>} tags others of its file, such as Event, Date, ratings; they are written again
 * @property {import('./clock.js').TimeControl | null} control
 * @property {Record<string, number>} left milliseconds on the clocks
 * @property {Ending | null} ending one that does not follow from the rules: by time, by agreement
 * @property {string | null} winner as it was last known, for lists: '' for a draw, null while the game goes on
 * @property {boolean} [playsOn] whether it went on after a draw by rule
 * @property {boolean} flipped
 * @property {number} created milliseconds since 1970
 * @property {number} changed
 * @property {string} [stamp] of what was stored last: who wrote it
 */

/** @typedef {Omit<GameRecord, 'root' | 'head' | 'cursor'> & { tree: import('../game/tree.js').Packed, headWay: number[], cursorWay: number[] }} PackedRecord */

/** @param {string} game @param {string} start @param {Partial<GameRecord>} [parts] @returns {GameRecord} */
export function newRecord(game, start, parts = {}) {
  const root = parts.root ?? newTree();
  const now = Date.now();
  return {
    id: crypto.getRandomValues(new Uint32Array(2)).join('-'), game, start, root, head: root, cursor: root, playing: false,
    players: {}, names: {}, tags: {}, control: null, left: {}, ending: null, winner: null, flipped: false, created: now, changed: now, ...parts,
  };
}

/** The same players on the other sides, from the same beginning. @param {GameRecord} record */
export function playAgain({ game, start, players, names, control, flipped }) {
  /** @template T @param {Record<string, T>} bySide @returns {Record<string, T>} */
  const swapped = (bySide) => {
    const sides = Object.keys(bySide);
    return Object.fromEntries(sides.map((side, i) => [sides[sides.length - 1 - i], bySide[side]]));
  };
  const left = control ? Object.fromEntries(Object.keys(players).map((side) => [side, control.base])) : {};
  return newRecord(game, start, { players: swapped(players), names: swapped(names), control, left, flipped: !flipped, playing: true });
}

/** @param {GameRecord} record @returns {PackedRecord} */
export function packRecord({ root, head, cursor, ...rest }) {
  return { ...rest, tree: pack(root), headWay: wayTo(head), cursorWay: wayTo(cursor) };
}

/** What records of earlier versions lack. */
const without = { tags: {}, winner: null };

/** Games without a move are not kept, but positions that were set up or read are, and what has notes or tags. @param {PackedRecord} record */
export const isKept = ({ tree, start, playing, tags }) =>
  flat(tree).length > 1 || Boolean(flat(tree)[0]?.c) || (!playing && start !== 'startpos') || Object.keys(tags ?? {}).length > 0;

/** @param {PackedRecord} packed @returns {GameRecord} */
export function unpackRecord({ tree, headWay, cursorWay, ...rest }) {
  const root = unpack(tree);
  return { ...without, ...rest, root, head: follow(root, headWay), cursor: follow(root, cursorWay) };
}
