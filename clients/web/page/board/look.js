// How all boards are drawn, as the person chose it in the settings. The colours of boards are in style/sets.css.

export const boards = /** @type {const} */ (['sage', 'wood', 'slate']);
export const pieceSets = /** @type {const} */ (['flat', 'relief']);

/** @typedef {typeof boards[number]} BoardName */
/** @typedef {typeof pieceSets[number]} PieceSet */

/** @type {{ coordinates: boolean, pieces: PieceSet }} */
const look = { coordinates: true, pieces: 'flat' };

export const chosenLook = () => look;

/** Boards that are there take it on when they are shown the next time. @param {typeof look} wanted */
export function setLook({ coordinates, pieces }) {
  Object.assign(look, { coordinates, pieces });
}
