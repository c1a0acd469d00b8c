// A game as stored: moves with variations, players, clocks, result.
import { flat, follow, lastOf, movesTo, newTree, pack, unpack, wayTo } from '../game/tree.js';

/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('./players.js').Player} Player */

/** @typedef {{ winner: string, reason: string }} Ending winner '' for a draw */

/**
 * @typedef {object} GameRecord
 * @property {string} id
 * @property {string} game
 * @property {string} start 'startpos' or the text of a position
 * @property {Node} root
 * @property {Node} head the last position of the game: while it is played and after an `ending`; in an analysis, the end of the main line
 * @property {Node} cursor the shown position
 * @property {boolean} playing false: free analysis
 * @property {Record<string, Player>} players by side
 * @property {Record<string, string>} names by side
 * @property {Record<string, string>} tags other tags of the file, such as Event; exports write them again
 * @property {import('./current_game.js').TimeControl | null} control
 * @property {Record<string, number>} left milliseconds on the clocks
 * @property {Ending | null} ending not by the rules: by time, by agreement
 * @property {string | null} winner last known, for lists: '' for a draw, null for an unfinished game
 * @property {boolean} [playsOn] whether it continued after a draw by rule
 * @property {boolean} flipped
 * @property {number} created milliseconds since 1970
 * @property {number} changed
 * @property {string} [stamp] identifies the last write
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

/** The arguments of `position` for a node. @param {Pick<GameRecord, 'game' | 'start'>} record @param {Node} node */
export const positionOf = ({ game, start }, node) => ({ game, start, moves: movesTo(node) });

/** A new game with sides swapped. @param {GameRecord} record */
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
export const packRecord = ({ root, head, cursor, ...rest }) => ({ ...rest, tree: pack(root), headWay: wayTo(head), cursorWay: wayTo(cursor) });

/** Fields that records of earlier versions lack. */
const without = { tags: {}, winner: null };

/** Whether to store a game: it has moves, notes or tags, or a position from the editor. @param {PackedRecord} record */
export const isWorthStoring = ({ tree, start, playing, tags }) =>
  flat(tree).length > 1 || Boolean(flat(tree)[0]?.c) || (!playing && start !== 'startpos') || Object.keys(tags ?? {}).length > 0;

/** @param {PackedRecord} packed @returns {GameRecord} */
export function unpackRecord({ tree, headWay, cursorWay, ...rest }) {
  const root = unpack(tree);
  const head = rest.playing || rest.ending ? follow(root, headWay) : lastOf(root);
  return { ...without, ...rest, root, head, cursor: follow(root, cursorWay) };
}
