// Notation of a game (`fact notation`) and tags of game files.

/** @typedef {import('../protocol/parse.js').View} View */
/** @typedef {{ form: 'pdn' | 'pgn' | 'plain', gameType: string, white: string, first: string }} Notation white: the side called White; first: the side whose points a result names first */

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

/** The winner in the answer to `status`: '' for a draw, null if undecided. @param {string[]} lines */
export function winnerIn(lines) {
  const [, outcome, side] = lines.find((line) => line.startsWith('status '))?.split(' ') ?? [];
  return outcome === 'win' ? side : outcome === 'draw' ? '' : null;
}

/** PGN exists only for 8x8 boards. */
const chessSize = 8;

/** The form of exports. @param {View} view @returns {Notation['form']} */
export function writtenForm(view) {
  const { form } = notationOf(view);
  return form === 'pgn' && (view.rows !== chessSize || view.columns !== chessSize) ? 'plain' : form;
}

/** @param {View} view */
export const extensionOf = (view) => ({ pdn: 'pdn', pgn: 'pgn', plain: 'txt' })[writtenForm(view)];

/** Whether numbered squares have algebraic names, too. @param {View} view */
export const hasAlgebraic = (view) => view.facts.has('algebraic');

/** @param {View} view @returns {Map<string, string>} by number */
export const algebraicNames = (view) => new Map(/** @type {[string, string][]} */ ((view.facts.get('algebraic') ?? '').match(/\S+ \S+/g)?.map((pair) => pair.split(' '))));

/** Tags whose values are stored elsewhere in a record. */
const known = new Set(['White', 'Black', 'First', 'Second', 'Result', 'Game', 'GameType', 'FEN', 'Start', 'SetUp']);

/** Results that exports write themselves. */
const standardResults = new Set(['*', '1-0', '0-1', '1/2-1/2', '2-0', '0-2', '1-1']);

/** @param {Map<string, string>} tags @param {string} result as written in the file; kept if it is unusual @returns {Record<string, string>} */
export function keptTags(tags, result) {
  const own = [tags.get('Result') ?? '', result].find((text) => text && !standardResults.has(text.replace(/\s/g, '')));
  return { ...Object.fromEntries([...tags].filter(([name]) => !known.has(name))), ...(own ? { Result: own } : {}) };
}

/** '' for an unknown value such as `?`. @param {string | undefined} value */
export const knownValue = (value) => (value === undefined || /^[?\-. ]*$/.test(value) ? '' : value);

/** `2026.11.25` in local time. @param {Date} date */
export const dateTag = (date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('.');

/** The known part of a date tag in the page's language. @param {string} text */
export function dateWords(text) {
  const [, year, month, day] = /^(\d{4})(?:[./-](\d\d?))?(?:[./-](\d\d?))?/.exec(text) ?? [];
  if (!year) return knownValue(text);
  const date = new Date(Number(year), Number(month ?? 1) - 1, Number(day ?? 1));
  /** @type {Intl.DateTimeFormatOptions} */
  const parts = day ? { dateStyle: 'medium' } : month ? { year: 'numeric', month: 'short' } : { year: 'numeric' };
  return date.toLocaleDateString(document.documentElement.lang, parts);
}
