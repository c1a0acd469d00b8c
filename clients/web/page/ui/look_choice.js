// Choices of the settings that are seen better than named: boards and sets of pieces.
import { drawPiece } from '../board/pieces.js';
import { svg } from '../board/svg.js';
import { t } from '../lang/text.js';
import { h } from './dom.js';

/** Two rows of squares. @param {number} columns @param {Node[]} pieces */
function squares(columns, ...pieces) {
  const dark = Array.from({ length: columns }, (_, i) => `M${100 * i} ${100 * ((i + 1) % 2)}h100v100h-100z`).join('');
  return svg('svg', { viewBox: `0 0 ${100 * columns} 200`, 'aria-hidden': 'true' },
    svg('rect', { width: 100 * columns, height: 200, class: 'light-squares' }), svg('path', { d: dark, class: 'dark-squares' }), ...pieces);
}

/** @param {string} colour @param {string} figure @param {number} column @param {number} row @param {import('../board/look.js').PieceSet} [set] */
function standing(colour, figure, column, row, set) {
  const piece = drawPiece({ letter: '' }, colour, figure, set);
  piece.setAttribute('transform', `translate(${100 * column} ${100 * row})`);
  return piece;
}

/** @param {string} board */
export const boardPicture = (board) =>
  h('span', { class: 'look', 'data-board': board }, squares(3, standing('light', 'man', 0, 1), standing('dark', 'man', 1, 0)));

/** @param {import('../board/look.js').PieceSet} set */
export const piecesPicture = (set) =>
  h('span', { class: 'look' }, squares(4, ...(/** @type {const} */ ([
    ['light', 'man', 0, 1], ['dark', 'crowned', 1, 0], ['light', 'tower', 2, 1], ['dark', 'king', 3, 0], ['light', 'rook', 3, 1], ['dark', 'man', 2, 0],
    ['light', 'crowned', 0, 0], ['dark', 'bishop', 1, 1],
  ])).map(([colour, figure, column, row]) => standing(colour, figure, column, row, set))));

/**
 * One of several pictures can be chosen.
 * @template {string} T
 * @param {string} name of the setting @param {readonly T[]} choices @param {T} chosen @param {(choice: T) => Node} picture @param {(choice: T) => void} change
 */
export function picturesOf(name, choices, chosen, picture, change) {
  return h('fieldset', { class: 'looks' }, h('legend', {}, t(`settings.${name}`)), ...choices.map((choice) => {
    const input = h('input', { type: 'radio', name, value: choice, checked: choice === chosen, class: 'sr-only' });
    input.addEventListener('change', () => change(choice));
    return h('label', { class: 'look-choice' }, input, picture(choice), h('span', {}, t(`settings.${name}.${choice}`)));
  }));
}
