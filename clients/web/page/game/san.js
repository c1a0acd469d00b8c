// The engine's moves in SAN. Piece letters are those of FEN in upper case.
import { cellAt, pieceAt } from '../protocol/view.js';

/** @typedef {import('../protocol/view.js').View} View of the position before the move */

/** @param {View} view @param {string} square */
const letterAt = (view, square) => (cellAt(view, square)?.piece ?? '').toUpperCase();

/** @param {View} view @param {string} move @param {View | null} [after] for the check or mate sign */
export function toSan(view, move, after = null) {
  const route = view.routes.find((each) => each.move === move);
  if (!route) return move;
  const [from, to] = [route.path[0], route.path[route.path.length - 1]];
  const letter = letterAt(view, from);
  const rivals = view.routes.filter(({ move: other, path }) =>
    other !== move && path[path.length - 1] === to && letterAt(view, path[0]) === letter);
  const sameColumn = rivals.some(({ path }) => path[0][0] === from[0]);
  const sameRow = rivals.some(({ path }) => path[0].slice(1) === from.slice(1));
  let hint = '';
  if (rivals.length > 0) hint = !sameColumn ? from[0] : !sameRow ? from.slice(1) : from;
  const sign = !after ? '' : after.status.reason === 'checkmate' ? '#' : after.status.check ? '+' : '';
  return letter + hint + (pieceAt(view, to) ? 'x' : '') + to + sign;
}
