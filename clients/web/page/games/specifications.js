// Facts from the specifications of single games that the protocol does not deliver. README.md lists them.

export const gamesWithRules = ['english', 'spanish', 'stupid', 'towers', 'reduced-chess'];

/** Positions for the games' pictures; other games show their first position. @type {Record<string, string>} */
export const pictures = {
  english: 'B:W17,19,21,23,26,28,K3,29,31:B1,5,6,9,10,12,14,16,K32',
  spanish: 'W:W2,5,9,10,K15,16,7:B17,21,24,26,29,30,32',
  towers: '..B.w.w..w.w.w.w.b..w..b.bb..W.b:b',
  'reduced-chess': '6 Kb1,Ra1,Rd3,Be3 Ke6,Rf6,Rc5,Bb5 w',
};

/** The example of the specification. */
export const example = { game: 'reduced-chess', start: '5 Kc5,Ra2,Ra5,Ba1,Be2 Kb3,Rb4,Rd3,Re4 w' };
/** A small board for a first game. */
export const start = { game: example.game, start: '6 Kb1,Ra1,Rc1,Be1 Ke6,Rf6,Rd6,Bb6 w' };
export const smallestBoard = 4;

/** @param {number} index of a column of reduced chess */
const file = (index) => String.fromCharCode('a'.charCodeAt(0) + index);

/** Only the kings, in opposite corners. @param {number} size */
export const emptyBoard = (size) => `${size} Ka1 K${file(size - 1)}${size} w`;

/** Rooks and bishops by turns around the king, on every other file, Black's on the files between: no piece attacks another. @param {number} size */
export function arrangedBoard(size) {
  const last = size % 2 === 0 ? size - 1 : size - 2;
  const count = Math.floor(size / 2);
  const king = Math.floor(count / 2);
  const kinds = Array.from({ length: count }, (_, i) => (i === king ? 'K' : Math.min(i, count - 1 - i) % 2 === 0 ? 'R' : 'B'));
  const white = kinds.map((kind, i) => `${kind}${file(2 * i)}1`);
  const black = kinds.map((kind, i) => `${kind}${file(last - 2 * i)}${size}`);
  return `${size} ${white.join(',')} ${black.join(',')} w`;
}

/** The three lines of a board file. @param {string} text of a position */
export const boardFile = (text) => text.split(' ').slice(0, 3).join('\n') + '\n';

/** The rude dialogue of stupid checkers. */
export const stupid = {
  invalid: 'INVALID MOVE',
  gameOver: 'GAME OVER',
  /** @param {string} side */
  from: (side) => `${side} move from: `,
  /** @param {string} side */
  to: (side) => `${side} move to: `,
  /** @param {string} side */
  wins: (side) => `${side} wins!!`,
  /** @param {number} number @param {[string, number][]} counts of pieces */
  heading: (number, counts) => `Move #${number} -- ${counts.map(([side, count]) => `${side}: ${count}`).join('  ')}`,
};

/** Whether an invalid move costs the turn, in that dialogue. @param {import('../protocol/parse.js').View} view */
export const punishesInvalidMoves = (view) => view.facts.get('ask-again') === 'no' && view.facts.get('pass') === 'yes';

/** The minimax player of the specification of towers. */
export const specifiedEngine = { game: 'towers', plies: 3 };
