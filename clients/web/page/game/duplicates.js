// Whether a game that is read is stored already: the same moves, players, result and tags, and no comment or sign that the stored one lacks.
import { dateTag } from './tags.js';
import { follow, movesTo, unpack } from './tree.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('../play/record.js').PackedRecord} PackedRecord */
/** @typedef {import('../play/record.js').GameRecord} GameRecord */

/** Tags that say no more than the rest of the game does. */
const derived = new Set(['Termination', 'PlyCount']);

/** What two copies of a game have in common, though one may have been written to a file and read again. @param {PackedRecord} packed @param {Record<string, string>} names of the players */
function keyOf({ game, start, tags, created, winner, ending, tree, headWay }, names) {
  const { Event = 'crown', Site = '?', Date: day = dateTag(new Date(created)), Round = '-', ...others } = tags ?? {};
  const told = Object.entries({ Event, Site, Date: day, Round, ...others, ...names }).filter(([name, value]) => value && !derived.has(name));
  return JSON.stringify([game, start, winner ?? ending?.winner ?? null, told.sort(), movesTo(follow(unpack(tree), headWay))]);
}

/** @param {Node} whole @param {Node} part @returns {boolean} whether all that is in `part` is in `whole`, too */
function holds(whole, part) {
  const open = [{ whole, part }];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const { glyph, nags, comment, before, children } = pair.part;
    const own = pair.whole;
    if (!own.comment.includes(comment) || !own.before.includes(before) || (glyph && glyph !== own.glyph) || (nags && nags !== own.nags)) return false;
    for (const child of children) {
      const same = own.children.find(({ move }) => move === child.move);
      if (!same) return false;
      open.push({ whole: same, part: child });
    }
  }
  return true;
}

/** The games that are known, by what they have in common with their copies. */
export class KnownGames {
  /** @type {Map<string, PackedRecord[]>} */ #games = new Map();

  /** @param {PackedRecord} packed @param {Record<string, string>} names of its players */
  add(packed, names) {
    const key = keyOf(packed, names);
    this.#games.set(key, [...(this.#games.get(key) ?? []), packed]);
  }

  /** The same game; null for a new one. @param {PackedRecord} packed @param {Record<string, string>} names @returns {PackedRecord | null} */
  find(packed, names) {
    const root = unpack(packed.tree);
    return this.#games.get(keyOf(packed, names))?.find(({ tree }) => holds(unpack(tree), root)) ?? null;
  }
}
