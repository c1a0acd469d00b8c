// What the specification of reduced chess has besides the rules: an example board, and boards of any size.

/** The example of its specification, the same as `startpos`. */
export const example = { game: 'reduced-chess', start: '5 Kc5,Ra2,Ra5,Ba1,Be2 Kb3,Rb4,Rd3,Re4 w' };

/** A board with only the kings, in opposite corners. @param {number} size */
export function emptyBoard(size) {
  const last = String.fromCharCode('a'.charCodeAt(0) + size - 1);
  return `${size} Ka1 K${last}${size} w`;
}

/** Rooks outside, bishops beside them, the king in the middle, and the same for Black: a board to begin with, of any size. @param {number} size */
export function arrangedBoard(size) {
  const column = (/** @type {number} */ i) => String.fromCharCode('a'.charCodeAt(0) + i);
  const king = Math.floor(size / 2);
  const pieces = Array.from({ length: size }, (_, i) => {
    if (i === king) return 'K';
    if (size < 4) return '';
    return Math.min(i, size - 1 - i) % 2 === 0 ? 'R' : 'B';
  });
  const row = (/** @type {number} */ number) => pieces.flatMap((piece, i) => (piece ? [piece + column(i) + number] : [])).join(',');
  return `${size} ${row(1)} ${row(size)} w`;
}

/** The three lines of a board file. @param {string} text of a position */
export const boardFile = (text) => text.split(' ').slice(0, 3).join('\n') + '\n';
