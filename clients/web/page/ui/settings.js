// A person's settings, stored in the browser.
import { boards, drawPiece, pieceSets } from '../board/pieces.js';
import { svg } from '../board/geometry.js';
import { languageNames, t } from '../lang/text.js';
import { checkbox, field, h, numbers, select } from './dom.js';
import { local } from '../storage/values.js';
import { openDialog } from './dialogs.js';
import { play } from './sound.js';

/** Two rows of a board. @param {number} columns @param {Node[]} pieces */
function squares(columns, ...pieces) {
  const dark = Array.from({ length: columns }, (_, i) => `M${100 * i} ${100 * ((i + 1) % 2)}h100v100h-100z`).join('');
  return svg('svg', { viewBox: `0 0 ${100 * columns} 200`, 'aria-hidden': 'true' },
    svg('rect', { width: 100 * columns, height: 200, class: 'light-squares' }), svg('path', { d: dark, class: 'dark-squares' }), ...pieces);
}

/** @param {string} colour @param {string} figure @param {number} column @param {number} row @param {import('../board/pieces.js').PieceSet} [set] */
function placedPiece(colour, figure, column, row, set) {
  const piece = drawPiece({ letter: '' }, colour, figure, set);
  piece.setAttribute('transform', `translate(${100 * column} ${100 * row})`);
  return piece;
}

/** @param {string} board */
const boardPicture = (board) =>
  h('span', { class: 'look', 'data-board': board }, squares(3, placedPiece('light', 'man', 0, 1), placedPiece('dark', 'man', 1, 0)));

/** @param {import('../board/pieces.js').PieceSet} set */
const piecesPicture = (set) =>
  h('span', { class: 'look' }, squares(4, ...(/** @type {const} */ ([
    ['light', 'man', 0, 1], ['dark', 'crowned', 1, 0], ['light', 'tower', 2, 1], ['dark', 'king', 3, 0], ['light', 'rook', 3, 1], ['dark', 'man', 2, 0],
    ['light', 'crowned', 0, 0], ['dark', 'bishop', 1, 1],
  ])).map(([colour, figure, column, row]) => placedPiece(colour, figure, column, row, set))));

/**
 * Radio buttons with pictures.
 * @template {string} T
 * @param {string} name of the setting @param {readonly T[]} choices @param {T} chosen @param {(choice: T) => Node} picture @param {(choice: T) => void} change
 */
function picturesOf(name, choices, chosen, picture, change) {
  return h('fieldset', { class: 'looks' }, h('legend', {}, t(`settings.${name}`)), ...choices.map((choice) => {
    const input = h('input', { type: 'radio', name, value: choice, checked: choice === chosen, class: 'sr-only', onchange: () => change(choice) });
    return h('label', { class: 'look-choice' }, input, picture(choice), h('span', {}, t(`settings.${name}.${choice}`)));
  }));
}

const key = 'crown.settings';

/** @typedef {{ language: string, theme: 'auto' | 'light' | 'dark', board: import('../board/pieces.js').BoardName, pieces: import('../board/pieces.js').PieceSet, animation: boolean, sound: boolean, coordinates: boolean, touchMove: boolean, nice: boolean, lines: number, tables: boolean, explorer: boolean, engine: number, cores: number }} Settings */

/** @type {Settings} */
const defaults = {
  language: '', theme: 'auto', board: 'sage', pieces: 'flat', animation: true, sound: false, coordinates: true, touchMove: false, nice: false, lines: 1,
  tables: true, explorer: false, engine: 0, cores: 1,
};

export const loadSettings = () => ({ ...defaults, ...local.object(key) });

/** @param {Settings} settings */
export const saveSettings = (settings) => local.set(key, JSON.stringify(settings));

/** @param {Settings} settings @param {import('../protocol/engines.js').Engines} engines @param {() => void} changed */
export function openSettings(settings, engines, changed) {
  /** @param {Partial<Settings>} part */
  const set = (part) => {
    Object.assign(settings, part);
    saveSettings(settings);
    changed();
  };
  /** @param {'animation' | 'sound' | 'coordinates' | 'touchMove' | 'nice'} name */
  const switchFor = (name) => checkbox(t(`settings.${name}`), settings[name], (on) => {
    set({ [name]: on });
    if (name === 'sound' && on) play('move');
  });
  return openDialog(t('settings.title'), () => [
    field(t('settings.language'), select([['', t('settings.byBrowser')], ...Object.entries(languageNames)], settings.language,
      (language) => set({ language }))),
    field(t('settings.theme'), select(
      [['auto', t('settings.auto')], ['light', t('settings.light')], ['dark', t('settings.dark')]], settings.theme,
      (theme) => set({ theme: /** @type {Settings['theme']} */ (theme) }))),
    picturesOf('board', boards, settings.board, boardPicture, (board) => set({ board })),
    picturesOf('pieces', pieceSets, settings.pieces, piecesPicture, (pieces) => set({ pieces })),
    ...(/** @type {const} */ (['animation', 'sound', 'coordinates', 'touchMove', 'nice'])).map(switchFor),
    ...(engines.hasPageEngine ? pageEngineSettings(settings, engines, (cores) => set({ cores })) : []),
    h('p', { class: 'quiet' }, t('settings.version', { version: engines.version })),
  ], 'settings');
}

/** Settings of the engine in the page. @param {Settings} settings @param {import('../protocol/engines.js').Engines} engines
 * @param {(cores: number) => void} allow */
function pageEngineSettings(settings, engines, allow) {
  const all = navigator.hardwareConcurrency;
  const cores = select(numbers(1, all), String(Math.min(settings.cores, all)), (value) => allow(Number(value)), 'engine-cores');
  const { kept } = document.documentElement.dataset;
  return [
    field(t('engine.cores'), cores),
    crossOriginIsolated ? null : h('p', { class: 'quiet' }, t('engine.notIsolated')),
    engines.lostThreads ? h('p', { class: 'quiet' }, t('engine.threadsLost')) : null,
    h('p', { class: 'quiet', id: 'engine-kept' }, t(kept === 'all' ? 'engine.kept' : kept === 'full' ? 'engine.full' : 'engine.notKept')),
    h('p', { class: 'quiet' }, h('a', { id: 'engine-notices', href: 'engine/notices.txt', target: '_blank' }, t('engine.notices'))),
  ].filter((each) => each !== null);
}
