// Scores as winning chances and as text. A chance is the expected score, from 0 (loss) to 1 (win).

/** @typedef {import('../game/tree.js').Evaluation} Evaluation */

/** The cp at which the chance without `wdl` is 73 % (one e-fold of the odds). */
const logisticScale = 150;

/** The score of a win whose length is unknown, in cp. */
const longWin = 28000;

/** For the side that the score is for. @param {Evaluation} score */
export function chanceOf({ cp, mate, wdl }) {
  if (wdl) return (wdl[0] + wdl[1] / 2) / 1000;
  if (mate !== undefined) return mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-(cp ?? 0) / logisticScale));
}

/** From the other side's view. @param {Evaluation} score @returns {Evaluation} */
export function reversed(score) {
  return {
    ...score,
    cp: score.cp === undefined ? undefined : -score.cp,
    mate: score.mate === undefined ? undefined : -score.mate,
    wdl: score.wdl && [...score.wdl].reverse(),
  };
}

/** `+0.35`, `#5`, `-#2`; in games without mate, `win 5`, `loss 2`, in the given words. @param {Evaluation} score @param {{ mate: boolean, win: string, loss: string }} words @param {number} [digits] after the point */
export function scoreText({ cp, mate }, words, digits = 2) {
  if (mate !== undefined) {
    const number = Math.abs(mate);
    if (words.mate) return `${mate > 0 ? '' : '−'}#${number}`;
    return `${mate > 0 ? words.win : words.loss} ${number}`;
  }
  return signed((cp ?? 0) / 100, digits);
}

/** With its sign, which zero has not. @param {number} value @param {number} digits after the point */
export function signed(value, digits) {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : (value < 0 ? '−' : '+') + text;
}

/** An exact value, `win 5`, `loss` or `draw`, as a score; null if it is unknown. @param {string} value @returns {Evaluation | null} */
export function exactScore(value) {
  const [word, plies] = value.split(' ');
  if (word === 'draw') return { cp: 0, mate: undefined, wdl: [0, 1000, 0] };
  if (word !== 'win' && word !== 'loss') return null;
  const sign = word === 'win' ? 1 : -1;
  const length = plies ? { cp: undefined, mate: sign * Math.ceil(Number(plies) / 2) } : { cp: sign * longWin, mate: undefined };
  return { ...length, wdl: sign > 0 ? [1000, 0, 0] : [0, 0, 1000] };
}

/** The same value for the other side. @param {string} value */
export const reversedValue = (value) => value.replace(/win|loss/, (word) => (word === 'win' ? 'loss' : 'win'));

/** How good a move is for who makes it: a quick win is above a slow one, and a slow loss above a quick one. @param {string} value */
export function worthOf(value) {
  const [word, plies] = value.split(' ');
  const length = plies ? Number(plies) : longWin;
  return { win: 2 * longWin - length, draw: 1, loss: length - 2 * longWin }[word] ?? 0;
}

/** How fast the accuracy of a move falls with the winning chance that it loses. */
const strictness = 5;

/** The accuracy of moves in percent: the mean of e^(−5 · loss); null without moves. @param {number[]} losses of winning chance */
export function accuracyOf(losses) {
  if (!losses.length) return null;
  return (100 * losses.reduce((sum, loss) => sum + Math.exp(-strictness * loss), 0)) / losses.length;
}

/** The loss of winning chance from which a move gets a sign. */
const losses = { '?!': 0.06, '?': 0.12, '??': 0.22 };

/** The sign of a move that lost this much winning chance; '' if none. @param {number} loss */
export function glyphOf(loss) {
  if (loss >= losses['??']) return '??';
  if (loss >= losses['?']) return '?';
  return loss >= losses['?!'] ? '?!' : '';
}

/** The class of a sign for the style sheets: `loss-q`, `loss-qq`, `loss-qe`. @param {string} glyph */
export const glyphClass = (glyph) => `loss-${glyph.replaceAll('?', 'q').replaceAll('!', 'e')}`;

/** The chance lost by the move from one position to the next. Scores for the side to move in each. @param {Evaluation} before @param {Evaluation} after @param {boolean} sameSide whether the same side is to move again */
export function lossOf(before, after, sameSide) {
  const chance = chanceOf(after);
  return Math.max(0, chanceOf(before) - (sameSide ? chance : 1 - chance));
}
