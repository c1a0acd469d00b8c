// The signs of moves: one of `!`, `?` and so on is shown, all others are kept as they are written.

/** @typedef {import('./tree.js').Node} Node */

/** By their NAGs, 1 to 6. */
export const glyphs = ['', '!', '?', '!!', '??', '!?', '?!'];

/** Takes no time for the length of the first text: a move may have very many comments. @param {string} first @param {string} second */
export const joined = (first, second) => (first && second ? `${first} ${second}` : first || second);

/** @param {Node} node @param {string} nag its number, or a sign that has none */
export function addNag(node, nag) {
  const glyph = glyphs[Number(nag)];
  if (glyph && !node.glyph) node.glyph = glyph;
  else node.nags = joined(node.nags, /^\d/.test(nag) ? `$${nag}` : nag);
}
