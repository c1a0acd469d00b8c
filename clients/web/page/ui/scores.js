// Scores and exact values in words.
import { reversed } from '../analysis/chances.js';
import { t } from '../lang/text.js';

/** @typedef {import('../protocol/view.js').View} View */

/** @param {View} view */
export const lightSide = (view) => view.sides.find(({ colour }) => colour === 'light')?.name ?? view.sides[0]?.name ?? '';

/** @param {View} view */
export const scoreWords = (view) => ({ mate: view.facts.get('win') === 'mate', win: t('analysis.win'), loss: t('analysis.loss') });

/** Scores of the side to move as those of the light side. @template {import('../game/tree.js').Evaluation} T @param {View} view @param {T} score */
export const forLight = (view, score) => (view.turn === lightSide(view) ? score : reversed(score));

/** @param {string} value `win 5`, `draw` */
export function valueText(value) {
  const [word, plies] = value.split(' ');
  const text = t(`analysis.value.${word}`);
  return plies ? `${text} (${t('analysis.plies', { count: plies })})` : text;
}
