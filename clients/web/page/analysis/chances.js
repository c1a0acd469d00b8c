// Scores as winning chances and as text. A chance is the expected score, from 0 (loss) to 1 (win).

/** @typedef {import('../game/tree.js').Evaluation} Evaluation */

/** The cp at which the chance without `wdl` is 73 % (one e-fold of the odds). */
const logisticScale = 150;

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

/** `+0.35`, `#5`, `-#2`; in games without mate, `win 5`, `loss 2`, in the given words. @param {Evaluation} score @param {{ mate: boolean, win: string, loss: string }} words */
export function scoreText({ cp, mate }, words) {
  if (mate !== undefined) {
    const number = Math.abs(mate);
    if (words.mate) return `${mate > 0 ? '' : '−'}#${number}`;
    return `${mate > 0 ? words.win : words.loss} ${number}`;
  }
  const value = (cp ?? 0) / 100;
  return (value < 0 ? '−' : '+') + Math.abs(value).toFixed(2);
}

/** The loss of winning chance from which a move gets a sign. */
const losses = { '?!': 0.06, '?': 0.12, '??': 0.22 };

/** The sign of a move that lost this much winning chance; '' if none. @param {number} loss */
export function glyphOf(loss) {
  if (loss >= losses['??']) return '??';
  if (loss >= losses['?']) return '?';
  return loss >= losses['?!'] ? '?!' : '';
}

/** The chance lost by the move from one position to the next. Scores for the side to move in each. @param {Evaluation} before @param {Evaluation} after @param {boolean} sameSide whether the same side is to move again */
export function lossOf(before, after, sameSide) {
  const chance = chanceOf(after);
  return Math.max(0, chanceOf(before) - (sameSide ? chance : 1 - chance));
}
