// SAN, to and from the engine's moves. Piece letters are those of FEN in upper case.
import { notationOf } from './notation.js';
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

/** The legal move that matches; the text itself if none or several do, or if the game is not written in SAN. @param {View} view @param {string} san */
export function fromSan(view, san) {
  if (notationOf(view).form !== 'pgn') return san;
  const [, letter, hint, to] = /^([A-Z])((?:[a-z]?\d{0,2})??)[x:-]?([a-z]\d{1,2})(?:\+\+?|#)?[!?]{0,2}$/.exec(san) ?? [];
  if (!letter) return san;
  const fitting = view.routes.filter(({ path }) =>
    path[path.length - 1] === to && letterAt(view, path[0]) === letter &&
    (hint === '' || path[0] === hint || path[0][0] === hint || path[0].slice(1) === hint));
  return new Set(fitting.map(({ move }) => move)).size === 1 ? fitting[0].move : san;
}
