// The pieces: which figure each has, and its drawing.
import { figures } from './figures.js';
import { chosenLook } from './look.js';
import { svg } from './svg.js';

/** Kinds of pieces of draughts games: there a king is a crowned disc. */
const discs = new Set(['man', 'checker']);

/** Whether a game's pieces are discs. @param {Iterable<import('../protocol/view.js').Piece>} pieces */
export const areDiscs = (pieces) => [...pieces].some(({ kind }) => discs.has(kind));

/** @param {Iterable<import('../protocol/view.js').Piece>} pieces all of a game @returns {(piece: import('../protocol/view.js').Piece) => string} the figure of each; '' where none is known */
export function figureChooser(pieces) {
  const hasDiscs = areDiscs(pieces);
  return ({ kind }) => {
    if (discs.has(kind)) return 'man';
    if (kind === 'king' && hasDiscs) return 'crowned';
    return kind in figures.flat ? kind : '';
  };
}

/**
 * A piece; its classes set the colours.
 * @param {{ letter: string }} piece @param {string} look of its side @param {string} figure @param {import('./look.js').PieceSet} [set]
 */
export function drawPiece({ letter }, look, figure, set = chosenLook().pieces) {
  const group = svg('g', { class: `piece ${look}` });
  const shapes = figures[set][figure] ?? [figures.flat.man[0]];
  for (const { tag, ...attributes } of shapes) group.append(svg(tag, attributes));
  if (!figures[set][figure]) {
    const text = svg('text', { class: 'letter', x: 50, y: 66, 'text-anchor': 'middle' });
    text.textContent = letter;
    group.append(text);
  }
  return group;
}
