// The piece shapes, in squares of 100 units. Their colours are the custom properties --body, --edge and --ring of the side.
import { svg } from './svg.js';

/** @typedef {{ tag: 'path' | 'circle' | 'ellipse', class: string, [attribute: string]: string | number }} Shape */

/** @param {string} d @returns {Shape} */
const body = (d) => ({ tag: 'path', class: 'body', d });
/** @param {string} d @returns {Shape} */
const line = (d) => ({ tag: 'path', class: 'line', d });
/** @param {string} d @returns {Shape} */
const emblem = (d) => ({ tag: 'path', class: 'emblem', d });
/** @param {number} r @param {string} kind @returns {Shape} */
const circle = (r, kind) => ({ tag: 'circle', class: kind, cx: 50, cy: 50, r });

const disc = [circle(39, 'body'), circle(31, 'ring')];

/** One disc of a stack. @param {number} y its upper face @returns {Shape[]} */
const layer = (y) => [
  body(`M15 ${y}v14a35 13 0 0 0 70 0v-14z`),
  { tag: 'ellipse', class: 'body', cx: 50, cy: y, rx: 35, ry: 13 },
];

/** @type {Record<string, Shape[]>} */
const figures = {
  man: [...disc, circle(20, 'ring')],
  crowned: [...disc, emblem('M31 60 28 37l12 11 10-17 10 17 12-11-3 23z'), emblem('M31 64h38v6H31z')],
  tower: [...layer(64), ...layer(47), ...layer(30), { tag: 'ellipse', class: 'ring', cx: 50, cy: 30, rx: 23, ry: 7.5 }],
  king: [
    body('M46.5 10h7v6.5h6.5v7h-6.5v9h-7v-9h-6.5v-7h6.5z'),
    body('M50 31c-7 7-6 13 0 22 6-9 7-15 0-22z'),
    body('M28 86v-9h7C19 63 17 44 33 40c9-2 15 4 17 13 2-9 8-15 17-13 16 4 14 23-2 37h7v9z'),
    line('M35 77h30M37 69c8-3 18-3 26 0'),
  ],
  rook: [
    body('M26 86v-9h7l4-31h-7V23h10v8h6v-8h8v8h6v-8h10v23h-7l4 31h7v9z'),
    line('M37 46h26M33 77h34'),
  ],
  bishop: [
    body('M28 86v-8h13c2-6 1-9-3-14-9-11-4-26 12-39 16 13 21 28 12 39-4 5-5 8-3 14h13v8z'),
    { tag: 'circle', class: 'body', cx: 50, cy: 19, r: 6 },
    line('M39 65h22M41 78h18M51 34l8 13'),
  ],
  pawn: [
    body('M29 86v-9h7c9-8 10-17 8-24h-7v-7h26v7h-7c-2 7-1 16 8 24h7v9z'),
    { tag: 'circle', class: 'body', cx: 50, cy: 34, r: 14 },
  ],
};

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
    return kind in figures ? kind : '';
  };
}

/** A piece; its classes set the colours. @param {import('../protocol/view.js').Piece} piece @param {string} look of its side @param {string} figure */
export function drawPiece(piece, look, figure) {
  const group = svg('g', { class: `piece ${look}` });
  const shapes = figures[figure] ?? [circle(39, 'body')];
  for (const { tag, ...attributes } of shapes) group.append(svg(tag, attributes));
  if (!figures[figure]) {
    const letter = svg('text', { class: 'letter', x: 50, y: 66, 'text-anchor': 'middle' });
    letter.textContent = piece.letter;
    group.append(letter);
  }
  return group;
}
