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

/** A board to begin with: rooks and bishops by turns around the king, on every other file, and Black's on the files between, so that no piece attacks another. @param {number} size */
export function arrangedBoard(size) {
  const last = size % 2 === 0 ? size - 1 : size - 2;
  const count = Math.floor(size / 2);
  const king = Math.floor(count / 2);
  const kinds = Array.from({ length: count }, (_, i) => (i === king ? 'K' : Math.min(i, count - 1 - i) % 2 === 0 ? 'R' : 'B'));
  const file = (/** @type {number} */ i) => String.fromCharCode('a'.charCodeAt(0) + i);
  const white = kinds.map((kind, i) => `${kind}${file(2 * i)}1`);
  const black = kinds.map((kind, i) => `${kind}${file(last - 2 * i)}${size}`);
  return `${size} ${white.join(',')} ${black.join(',')} w`;
}

/** The three lines of a board file. @param {string} text of a position */
export const boardFile = (text) => text.split(' ').slice(0, 3).join('\n') + '\n';
