// The notation of a game, from `fact notation`.

/** @typedef {import('../protocol/view.js').View} View */
/** @typedef {{ form: 'pdn' | 'pgn' | 'plain', gameType: string, white: string }} Notation white: the side that is called White in it */

/** @param {View} view @returns {Notation} */
export function notationOf(view) {
  const words = (view.facts.get('notation') ?? 'plain').split(' ');
  const form = /** @type {Notation['form']} */ (words[0]);
  const white = words.includes('white') ? words[words.indexOf('white') + 1] : view.sides[0]?.name ?? '';
  return { form, gameType: form === 'pdn' ? words[1] : '', white };
}

/** @param {View} view */
export const firstSide = (view) => view.sides[0]?.name ?? '';

/** `1-0` is a win for the side that the notation calls White. @param {View} view @param {string | null} winner '' for a draw, null while it is undecided */
export function resultText(view, winner) {
  if (winner === null) return '*';
  if (winner === '') return '1/2-1/2';
  return winner === notationOf(view).white ? '1-0' : '0-1';
}

/** The winner; '' for a draw, null if the text has no result. @param {View} view @param {string} result */
export function winnerOf(view, result) {
  const { white } = notationOf(view);
  const black = view.sides.find(({ name }) => name !== white)?.name ?? '';
  if (result === '1-0' || result === '2-0') return white;
  if (result === '0-1' || result === '0-2') return black;
  if (result === '1/2-1/2' || result === '1-1') return '';
  return null;
}

/** PGN is written on boards of eight by eight only. */
const chessSize = 8;

/** In which form games that begin here are written. @param {View} view @returns {Notation['form']} */
export function writtenForm(view) {
  const { form } = notationOf(view);
  return form === 'pgn' && (view.rows !== chessSize || view.columns !== chessSize) ? 'plain' : form;
}

/** File name extension of such games. @param {View} view */
export const extensionOf = (view) => ({ pdn: 'pdn', pgn: 'pgn', plain: 'txt' })[writtenForm(view)];
