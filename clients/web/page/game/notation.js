// The notation of a game, from `fact notation`.

/** @typedef {import('../protocol/view.js').View} View */
/** @typedef {{ form: 'pdn' | 'pgn' | 'plain', gameType: string, white: string, first: string }} Notation white: the side that is called White in it; first: the one whose points a result names first */

/** @param {View} view @returns {Notation} */
export function notationOf(view) {
  const words = (view.facts.get('notation') ?? 'plain').split(' ');
  const form = /** @type {Notation['form']} */ (words[0]);
  const white = words.includes('white') ? words[words.indexOf('white') + 1] : view.sides[0]?.name ?? '';
  return { form, gameType: form === 'pdn' ? words[1] : '', white, first: view.facts.get('first-in-results') ?? white };
}

/** @param {View} view */
export const firstSide = (view) => view.sides[0]?.name ?? '';

/** @param {View} view @param {string | null} winner '' for a draw, null while it is undecided */
export function resultText(view, winner) {
  if (winner === null) return '*';
  if (winner === '') return '1/2-1/2';
  return winner === notationOf(view).first ? '1-0' : '0-1';
}

/** The winner in the answers to `status`; '' for a draw, null while the game goes on. @param {string[]} lines */
export function winnerIn(lines) {
  const [, outcome, side] = lines.find((line) => line.startsWith('status '))?.split(' ') ?? [];
  return outcome === 'win' ? side : outcome === 'draw' ? '' : null;
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

/** Whether the game's squares, which have numbers, have algebraic names as well. @param {View} view */
export const hasAlgebraic = (view) => view.facts.has('algebraic');

/** The algebraic names of the squares. @param {View} view @returns {Map<string, string>} by number */
export const algebraicNames = (view) => new Map(/** @type {[string, string][]} */ ((view.facts.get('algebraic') ?? '').match(/\S+ \S+/g)?.map((pair) => pair.split(' '))));
