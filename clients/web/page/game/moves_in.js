// Moves as people write and paste them: `11–15`, `11 - 15`, `11-15, 23-19`. The engine reads each of them; this finds where each ends.

const square = '[A-Za-z]?\\d{1,3}[a-h]?';
const blanks = '[ \\t\\u00a0]';
// Dashes and minus signs may have blanks on either side, a cross only on both or behind it.
const sign = `(?:${blanks}{0,4}[-:\\u2010-\\u2015\\u2212]${blanks}{0,4}|${blanks}{1,4}[xX\\u00d7]${blanks}{1,4}|[xX\\u00d7]${blanks}{0,4})`;
const pattern = new RegExp(`(?:${square}${sign})+${square}[^\\s,]*|[^\\s,]+`, 'g');

/** The moves of a list, separated by blanks or commas, each without blanks. @param {string} text @returns {string[]} */
export const movesIn = (text) => (text.match(pattern) ?? []).map((move) => move.replace(/\s+/g, ''));
