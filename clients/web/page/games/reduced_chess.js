// What the specification of reduced chess has besides the rules: an example board, and boards of any size.

/** The example of its specification, the same as `startpos`. */
export const example = { game: 'reduced-chess', start: '5 Kc5,Ra2,Ra5,Ba1,Be2 Kb3,Rb4,Rd3,Re4 w' };

/** A first game: two rooks and a bishop each on a board that is quickly learnt. */
export const start = { game: example.game, start: '6 Kb1,Ra1,Rc1,Be1 Ke6,Rf6,Rd6,Bb6 w' };

/** A board with only the kings, in opposite corners. @param {number} size */
export function emptyBoard(size) {
  const last = String.fromCharCode('a'.charCodeAt(0) + size - 1);
  return `${size} Ka1 K${last}${size} w`;
}

/** The smallest of the arranged boards. */
export const smallestBoard = 4;

/** Rooks outside, bishops beside them, the king in the middle, and the same for Black: a board to begin with. @param {number} size */
export function arrangedBoard(size) {
  const column = (/** @type {number} */ i) => String.fromCharCode('a'.charCodeAt(0) + i);
  const king = Math.floor(size / 2);
  const pieces = Array.from({ length: size }, (_, i) => (i === king ? 'K' : Math.min(i, size - 1 - i) % 2 === 0 ? 'R' : 'B'));
  const row = (/** @type {number} */ number) => pieces.map((piece, i) => piece + column(i) + number).join(',');
  return `${size} ${row(1)} ${row(size)} w`;
}

/** The three lines of a board file. @param {string} text of a position */
export const boardFile = (text) => text.split(' ').slice(0, 3).join('\n') + '\n';
