// Stored games as entries of a list that is searched and sorted.
import { dateTag, dateWords, toldIn } from './tags.js';
import { resultText } from './notation.js';
import { flat, mainMoves } from './tree.js';

/** @typedef {import('../play/record.js').PackedRecord} PackedRecord */
/** @typedef {import('../protocol/view.js').View} View */

/**
 * @typedef {object} Entry
 * @property {PackedRecord} packed
 * @property {string} game its title
 * @property {string} names of both players
 * @property {string} result `1-0`, …; '' while it has none
 * @property {string} event with site and round, as far as they are told
 * @property {string} date `2026.11.25`, perhaps with `??`
 * @property {string} day the same in words
 * @property {number} moves
 * @property {string} text all of it that can be searched, plain
 */

/** @typedef {'recent' | 'date' | 'names' | 'game' | 'result' | 'length'} Order */

/** @type {Order[]} */
export const orders = ['recent', 'date', 'names', 'game', 'result', 'length'];

/** Without accents and capitals. @param {string} text */
const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** @param {PackedRecord} packed @param {View} view of the game @param {string} game its title @param {string} names */
export function entryOf(packed, view, game, names) {
  const tags = packed.tags ?? {};
  const winner = packed.winner ?? packed.ending?.winner ?? null;
  const result = winner === null ? '' : resultText(view, winner).replaceAll('1/2', '½');
  const date = 'Date' in tags ? toldIn(tags.Date) : dateTag(new Date(packed.created));
  const event = [...new Set([tags.Event, tags.Site, tags.Round].map(toldIn).filter(Boolean))].join(', ');
  const day = dateWords(date);
  const text = plain([names, game, result, event, date, day, ...Object.values(tags), ...flat(packed.tree).flatMap(({ b, c }) => [b ?? [], c ?? []].flat())].join(' '));
  return { packed, game, names, result, event, date, day, moves: mainMoves(packed.tree), text };
}

/** Those with all the words, in any field. @param {Entry[]} entries @param {string} words */
export function found(entries, words) {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  return entries.filter(({ text }) => wanted.every((word) => text.includes(word)));
}

/** The newest and the longest come first, everything else by its letters. @param {Entry[]} entries @param {Order} order */
export function sorted(entries, order) {
  const { compare } = new Intl.Collator(document.documentElement.lang, { numeric: true });
  /** @type {Record<Order, (a: Entry, b: Entry) => number>} */
  const ways = {
    recent: (a, b) => b.packed.changed - a.packed.changed,
    date: (a, b) => compare(b.date, a.date),
    names: (a, b) => compare(a.names, b.names),
    game: (a, b) => compare(a.game, b.game),
    result: (a, b) => compare(b.result, a.result),
    length: (a, b) => b.moves - a.moves,
  };
  return [...entries].sort((a, b) => ways[order](a, b) || ways.recent(a, b));
}
