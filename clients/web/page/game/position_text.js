// The position text for a board set up by hand, for any game: FEN and PDN FEN as `fact standard` says, else
// the engine's own position text with the letters replaced.
import { notationOf } from './notation.js';

/** @typedef {import('../protocol/view.js').View} View */

/** @param {View} view the board, with the pieces as they shall stand @param {string} turn @returns {string} */
export function positionText(view, turn) {
  const standard = view.facts.get('standard') ?? 'none';
  if (standard === 'fen') return fenText(view, turn);
  return exchanged(view, turn) ?? (standard === 'pdn-fen' ? pdnFenText(view, turn) : view.fen);
}

/** @param {View} view @param {string} turn */
function fenText(view, turn) {
  const rows = Array.from({ length: view.rows }, (_, row) => {
    let text = '';
    let empty = 0;
    for (const { piece } of view.cells.slice(row * view.columns, (row + 1) * view.columns)) {
      if (!piece) empty += 1;
      else {
        text += (empty || '') + piece;
        empty = 0;
      }
    }
    return text + (empty || '');
  });
  return `${rows.join('/')} ${turn === notationOf(view).white ? 'w' : 'b'} - - 0 1`;
}

/** @param {View} view @param {string} turn */
function pdnFenText(view, turn) {
  const { white } = notationOf(view);
  /** @param {boolean} isWhite */
  const squares = (isWhite) =>
    view.cells.flatMap(({ name, piece }) => {
      const { side, kind } = view.pieces.get(piece) ?? {};
      return side && (side === white) === isWhite ? [(kind === 'king' ? 'K' : '') + name] : [];
    });
  return `${turn === white ? 'W' : 'B'}:W${squares(true).join(',')}:B${squares(false).join(',')}`;
}

/** Null if the text does not have one letter per square. @param {View} view @param {string} turn @returns {string | null} */
function exchanged(view, turn) {
  const [, board, between, side] = /^(.*?)([: ])(\w+)$/.exec(view.fen) ?? [];
  if (!board || !view.sides.some(({ name }) => name === side)) return null;
  const letters = [...view.cells.filter(({ name }) => name).map(({ piece }) => piece || '.')];
  const places = [...board].filter((letter) => letter === '.' || view.pieces.has(letter)).length;
  if (places !== letters.length) return null;
  const text = [...board].map((letter) => (letter === '.' || view.pieces.has(letter) ? letters.shift() : letter));
  return text.join('') + between + turn;
}
