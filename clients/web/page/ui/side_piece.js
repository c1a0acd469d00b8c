// A piece of a side, drawn beside the side's name.
import { drawPiece, figureChooser } from '../board/pieces.js';
import { svg } from '../board/svg.js';
import { lookOf } from '../protocol/view.js';

/** The first of its pieces, on a square. @param {import('../protocol/view.js').View} view @param {string} side */
export function sidePiece(view, side) {
  const picture = svg('svg', { viewBox: '0 0 100 100', class: 'side-piece', 'aria-hidden': 'true' });
  const piece = [...view.pieces.values()].find((each) => each.side === side);
  if (piece) picture.append(drawPiece(piece, lookOf(view, piece), figureChooser(view.pieces.values())(piece)));
  return picture;
}
