// A person's settings, stored in the browser.
import { languageNames, t } from '../lang/text.js';
import { local } from '../storage/values.js';
import { checkbox, field, h, select } from './dom.js';
import { openDialog } from './dialog.js';
import { boards, pieceSets } from '../board/look.js';
import { boardPicture, picturesOf, piecesPicture } from './look_choice.js';
import { play } from './sound.js';

const key = 'crown.settings';

/** @typedef {{ language: string, theme: 'auto' | 'light' | 'dark', board: import('../board/look.js').BoardName, pieces: import('../board/look.js').PieceSet, animation: boolean, sound: boolean, coordinates: boolean, touchMove: boolean, nice: boolean, lines: number, tables: boolean, explorer: boolean, engine: number, cores: number }} Settings */

/** @type {Settings} */
const usual = {
  language: '', theme: 'auto', board: 'sage', pieces: 'flat', animation: true, sound: false, coordinates: true, touchMove: false, nice: false, lines: 1,
  tables: true, explorer: false, engine: 0, cores: 1,
};

/** @returns {Settings} */
export function loadSettings() {
  return { ...usual, ...local.object(key) };
}

/** @param {Settings} settings */
export const keepSettings = (settings) => local.set(key, JSON.stringify(settings));

/** @param {Settings} settings @param {import('../protocol/engines.js').Engines} engines @param {() => void} changed */
export function openSettings(settings, engines, changed) {
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
    ...(engines.hasOwn ? ownEngine(settings, engines, (cores) => set({ cores })) : []),
    h('p', { class: 'quiet' }, t('settings.version', { version: engines.version })),
  ], 'settings');
}

/** What the engine in the page may use, and whether it is kept. @param {Settings} settings @param {import('../protocol/engines.js').Engines} engines
 * @param {(cores: number) => void} allow */
function ownEngine(settings, engines, allow) {
  const all = navigator.hardwareConcurrency;
  const numbers = Array.from({ length: all }, (_, i) => /** @type {[string, string]} */ ([String(i + 1), String(i + 1)]));
  const cores = select(numbers, String(Math.min(settings.cores, all)), (value) => allow(Number(value)));
  cores.id = 'own-cores';
  const { kept } = document.documentElement.dataset;
  return [
    field(t('own.cores'), cores),
    crossOriginIsolated ? null : h('p', { class: 'quiet' }, t('own.notIsolated')),
    engines.isAlone ? h('p', { class: 'quiet' }, t('own.alone')) : null,
    h('p', { class: 'quiet', id: 'own-kept' }, t(kept === 'all' ? 'own.kept' : kept === 'full' ? 'own.full' : 'own.notKept')),
    h('p', { class: 'quiet' }, h('a', { id: 'own-notices', href: 'engine/notices.txt', target: '_blank' }, t('own.notices'))),
  ].filter((each) => each !== null);
}
