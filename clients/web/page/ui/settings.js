// A person's settings, stored in the browser.
import { languageNames, t } from '../lang/text.js';
import { checkbox, field, h, select } from './dom.js';
import { openDialog } from './dialog.js';
import { boards, pieceSets } from '../board/look.js';
import { boardPicture, picturesOf, piecesPicture } from './look_choice.js';
import { play } from './sound.js';

const key = 'crown.settings';

/** @typedef {{ language: string, theme: 'auto' | 'light' | 'dark', board: import('../board/look.js').BoardName, pieces: import('../board/look.js').PieceSet, animation: boolean, sound: boolean, coordinates: boolean, touchMove: boolean, nice: boolean, lines: number, tables: boolean, explorer: boolean, engine: number }} Settings */

/** @type {Settings} */
const usual = {
  language: '', theme: 'auto', board: 'sage', pieces: 'flat', animation: true, sound: false, coordinates: true, touchMove: false, nice: false, lines: 1,
  tables: true, explorer: false, engine: 0,
};

/** @returns {Settings} */
export function loadSettings() {
  try {
    return { ...usual, ...JSON.parse(localStorage.getItem(key) ?? '{}') };
  } catch {
    return { ...usual };
  }
}

/** @param {Settings} settings */
export const keepSettings = (settings) => localStorage.setItem(key, JSON.stringify(settings));

/** @param {Settings} settings @param {string} version @param {() => void} changed */
export function openSettings(settings, version, changed) {
  /** @param {Partial<Settings>} part */
  const set = (part) => {
    Object.assign(settings, part);
    keepSettings(settings);
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
    h('p', { class: 'quiet' }, t('settings.version', { version })),
  ]);
}
