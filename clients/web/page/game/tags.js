// The tags of a game that are kept as they are written: all but those that the record itself knows.

/** Those that the record knows: players, result, game and position. */
const known = new Set(['White', 'Black', 'First', 'Second', 'Result', 'Game', 'GameType', 'FEN', 'Start', 'SetUp']);

/** Results that are written in the page's own form. */
const usualResults = new Set(['*', '1-0', '0-1', '1/2-1/2', '2-0', '0-2', '1-1']);

/** @param {Map<string, string>} tags @param {string} result as it is written; it is kept where the page would not write the like @returns {Record<string, string>} */
export function keptTags(tags, result) {
  const own = [tags.get('Result') ?? '', result].find((text) => text && !usualResults.has(text.replace(/\s/g, '')));
  return { ...Object.fromEntries([...tags].filter(([name]) => !known.has(name))), ...(own ? { Result: own } : {}) };
}

/** '' for the signs that stand for an unknown value. @param {string | undefined} value */
export const toldIn = (value) => (value === undefined || /^[?\-. ]*$/.test(value) ? '' : value);

/** `2026.11.25`, where the person is. @param {Date} date */
export const dateTag = (date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('.');

/** A date of a tag in the language of the page, as far as it is known. @param {string} text */
export function dateWords(text) {
  const [, year, month, day] = /^(\d{4})(?:[./-](\d\d?))?(?:[./-](\d\d?))?/.exec(text) ?? [];
  if (!year) return toldIn(text);
  const date = new Date(Number(year), Number(month ?? 1) - 1, Number(day ?? 1));
  /** @type {Intl.DateTimeFormatOptions} */
  const parts = day ? { dateStyle: 'medium' } : month ? { year: 'numeric', month: 'short' } : { year: 'numeric' };
  return date.toLocaleDateString(document.documentElement.lang, parts);
}
