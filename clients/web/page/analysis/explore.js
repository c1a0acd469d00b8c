// What is known of the moves of a position: by the engine's opening book, and by own games.
import { readInfo } from '../protocol/info.js';

/** @typedef {import('../protocol/info.js').Info} Info */
/** @typedef {import('./own_index.js').Tally} Tally */
/** @typedef {{ move: string, info: Info, visits: number }} BookMove the score is that of the side to move */
/** @typedef {{ move: string, book: BookMove | null, share: number, own: Tally | null }} Known share: of the book's visits, from 0 to 1 */

/** The answer to `book`, best first. @param {string[]} lines @returns {BookMove[]} */
export function readBook(lines) {
  return lines.filter((line) => line.startsWith('bookmove ')).flatMap((line) => {
    const [, move, ...words] = line.split(' ');
    const info = readInfo(`info ${words.join(' ')}`);
    return info ? [{ move, info, visits: Number(words[words.indexOf('visits') + 1]) }] : [];
  });
}

/** The moves of the book, best first, then those that only own games have, the usual ones first. @param {BookMove[]} book @param {import('./own_index.js').Tallies} own @returns {Known[]} */
export function knownMoves(book, own) {
  const all = book.reduce((sum, { visits }) => sum + visits, 0);
  const others = Object.keys(own).filter((move) => !book.some((each) => each.move === move));
  others.sort((a, b) => own[b].count - own[a].count || a.localeCompare(b));
  return [
    ...book.map((each) => ({ move: each.move, book: each, share: all ? each.visits / all : 0, own: own[each.move] ?? null })),
    ...others.map((move) => ({ move, book: null, share: 0, own: own[move] })),
  ];
}
