// Scores: as winning chances, as text, and in comments of game files. A chance is the expected score, from 0 (loss) to 1 (win).
// crown-annotate and the Python package use the numbers of judge_data.js, too.
import { allNodes } from '../game/tree.js';
import numbers from './judge_data.js';

/** @import { Evaluation, Node } from '../game/tree.js' */
/** @typedef {{ score: Evaluation, after: boolean, of: 'mover' | 'white' | 'black' }} Written after: whether it is a score of the position after the move */

/** A chance from 0 to 1; halves are rounded up, as in crown-annotate. @param {number} permille */
const rounded = (permille) => Math.round(permille) / 1000;

/** The score of a win whose length is unknown, in cp. */
const longWin = 28000;

/** For the side that the score is for. @param {Evaluation} score */
export function chanceOf({ cp, mate, wdl }) {
  if (wdl) return rounded(wdl[0] + wdl[1] / 2);
  if (mate !== undefined) return mate > 0 ? 1 : 0;
  return rounded(1000 / (1 + Math.exp(-(cp ?? 0) / numbers['logistic-scale-centipawns'])));
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

/** With a sign, except for zero. @param {number} value @param {number} digits after the point */
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

/** For sorting moves: quick wins first, quick losses last. @param {string} value */
export function worthOf(value) {
  const [word, plies] = value.split(' ');
  const length = plies ? Number(plies) : longWin;
  return { win: 2 * longWin - length, draw: 1, loss: length - 2 * longWin }[word] ?? 0;
}

/** The accuracy of moves in percent: the mean of 100 halved for each 16 % of loss; null without moves. @param {number[]} losses of winning chance */
export function accuracyOf(losses) {
  if (!losses.length) return null;
  return (100 * losses.reduce((sum, loss) => sum + 2 ** ((-1000 * loss) / numbers['halving-loss-permille']), 0)) / losses.length;
}

/** The sign of a move that lost this much winning chance; '' if none. @param {number} loss */
export function glyphOf(loss) {
  const reached = Object.entries(numbers['thresholds-permille']).filter(([, least]) => Math.round(1000 * loss) >= least);
  return reached.at(-1)?.[0] ?? '';
}

/** The class of a sign for the style sheets: `loss-q`, `loss-qq`, `loss-qe`. @param {string} glyph */
export const glyphClass = (glyph) => `loss-${glyph.replaceAll('?', 'q').replaceAll('!', 'e')}`;

/** The chance lost by the move from one position to the next. Scores for the side to move in each. @param {Evaluation} before @param {Evaluation} after @param {boolean} sameSide whether the same side is to move again */
export function lossOf(before, after, sameSide) {
  const chance = chanceOf(after);
  return rounded(1000 * Math.max(0, chanceOf(before) - (sameSide ? chance : 1 - chance)));
}

/** `+0.35`, or a mate in moves: `-M3`, `#3`. */
const number = String.raw`[-+−]?(?:\d+\.\d+|[M#]-?\d+)`;

/** @type {{ pattern: RegExp, after: boolean, of: Written['of'] }[]} */
const forms = [
  // PGN's command, for White: `[%eval 0.35]`, `[%eval #-3]`, `[%eval 0.35,21]` with the depth.
  { pattern: new RegExp(String.raw`\[%eval (?<score>${number})(?:,(?<depth>\d+))?\]`), after: true, of: 'white' },
  // crown-match, cutechess and others, for the side that moved: `+0.35/12 1.2s`, `(0.35/12)`.
  { pattern: new RegExp(String.raw`(?:^|[\s(])(?<score>${number})/(?<depth>\d+)`), after: false, of: 'mover' },
  { pattern: new RegExp(String.raw`\((?<depth>\d+)/(?<score>${number})\)`), after: false, of: 'mover' },
  // Status lines of engines under CheckerBoard, in hundredths of a man for Black: `depth 21, value -8`.
  { pattern: /\bdepth[ =]+(?<depth>\d+).*?\b(?:value|eval)[ =]+(?<hundredths>[-+]?\d+)\b/, after: false, of: 'black' },
  { pattern: /\b(?:value|eval)[ =]+(?<hundredths>[-+]?\d+)\b.*?\bdepth[ =]+(?<depth>\d+)/, after: false, of: 'black' },
];

/** Machine-written parts of comments: commands, and at the beginning a score with depth and time, or `book`. */
const ofMachines = new RegExp(String.raw`\[%[^\]]*\]|^\(?${number}(?:/\d+)?\)?(?: \d+(?:\.\d+)?s)?(?=\s|$)|^\d+\.\d+s(?=\s|$)|^book(?=\s|$)`, 'g');

/** A comment without machine-written parts. @param {string} comment */
export const remarkIn = (comment) => comment.replace(ofMachines, '').trim();

/** @param {string} comment @returns {Written | null} */
function readScore(comment) {
  for (const { pattern, after, of } of forms) {
    const { score = '', hundredths = '', depth } = pattern.exec(comment)?.groups ?? {};
    if (!score && !hundredths) continue;
    const isMate = /[M#]/.test(score);
    const value = Number((score || hundredths).replace('−', '-').replace(/[M#]/, ''));
    const found = isMate ? { mate: value } : { cp: Math.round(score ? value * 100 : value) };
    return { score: { ...found, ...(depth ? { depth: Number(depth) } : {}) }, after, of };
  }
  return null;
}

/** Sets evaluations from comments, except where one exists. @param {Node} root @param {string} white the side of that name in the game's notation @param {string} [turn] at the root, if the game has no moves */
export function takeScores(root, white, turn = '') {
  for (const node of allNodes(root)) {
    const written = readScore(node.comment);
    if (!written || (!node.parent && !written.after)) continue;
    const { score, after, of } = written;
    const moverIsWhite = node.side === white;
    const next = node.children[0]?.side || (node.parent ? '' : turn);
    const turnIsWhite = !after ? moverIsWhite : next ? next === white : !moverIsWhite;
    const own = of === 'mover' || (of === 'white') === turnIsWhite ? score : reversed(score);
    if (after) node.evaluation ??= own;
    else if (node.parent) node.parent.evaluation ??= { ...own, best: node.move };
  }
}
