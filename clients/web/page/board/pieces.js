// Looks of boards and pieces, and drawings of pieces. The colours are in style/sets.css.
import drawings from './figures.js';
import { svg } from './geometry.js';
import { lookOf } from '../protocol/parse.js';

export const boards = /** @type {const} */ (['sage', 'wood', 'slate']);
export const pieceSets = /** @type {const} */ (['flat', 'relief']);

/** @typedef {typeof boards[number]} BoardName */
/** @typedef {typeof pieceSets[number]} PieceSet */

/** @type {{ coordinates: boolean, pieces: PieceSet }} */
const look = { coordinates: true, pieces: 'flat' };

export const chosenLook = () => look;

/** Applies when a board is shown next. @param {typeof look} wanted */
export function setLook({ coordinates, pieces }) {
  Object.assign(look, { coordinates, pieces });
}

/** @typedef {{ tag: 'path' | 'circle' | 'ellipse', class: string, [attribute: string]: string | number }} Shape */

/** The drawings in squares of 100 units, by set and figure. Their colours are the custom properties of style/sets.css. */
export const figures = /** @type {Record<string, Record<string, Shape[]>>} */ (/** @type {unknown} */ (drawings));

/** Kinds of pieces of draughts games, whose kings are crowned discs. */
const discs = new Set(['man', 'checker']);

/** @param {Iterable<import('../protocol/parse.js').Piece>} pieces */
export const areDiscs = (pieces) => [...pieces].some(({ kind }) => discs.has(kind));

/** @param {Iterable<import('../protocol/parse.js').Piece>} pieces all of a game @returns {(piece: import('../protocol/parse.js').Piece) => string} the figure of each; '' where none is known */
export function figureChooser(pieces) {
  const hasDiscs = areDiscs(pieces);
  return ({ kind }) => {
    if (discs.has(kind)) return 'man';
    if (kind === 'king' && hasDiscs) return 'crowned';
    return kind in figures.flat ? kind : '';
  };
}

/**
 * The classes set the colours.
 * @param {{ letter: string }} piece @param {string} look of its side @param {string} figure @param {PieceSet} [set]
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

/** A picture of the first piece of a side. @param {import('../protocol/parse.js').View} view @param {string} side */
export function sidePiece(view, side) {
  const picture = svg('svg', { viewBox: '0 0 100 100', class: 'side-piece', 'aria-hidden': 'true' });
  const piece = [...view.pieces.values()].find((each) => each.side === side);
  if (piece) picture.append(drawPiece(piece, lookOf(view, piece), figureChooser(view.pieces.values())(piece)));
  return picture;
}
