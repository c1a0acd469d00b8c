// Scores that other programs write into comments, as evaluations of the positions.
import { allNodes } from '../game/tree.js';
import { reversed } from './chances.js';

/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('../game/tree.js').Evaluation} Evaluation */
/** @typedef {{ score: Evaluation, after: boolean, of: 'mover' | 'white' | 'black' }} Written after: whether it is a score of the position after the move */

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

/** What is no remark of a person: commands, and a score with its depth and time, or `book`, at the beginning. */
const ofMachines = new RegExp(String.raw`\[%[^\]]*\]|^\(?${number}(?:/\d+)?\)?(?: \d+(?:\.\d+)?s)?(?=\s|$)|^\d+\.\d+s(?=\s|$)|^book(?=\s|$)`, 'g');

/** The words of a comment that are meant for people. @param {string} comment */
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

/** Positions that have an evaluation keep it. @param {Node} root @param {string} white the side of that name in the game's notation */
export function takeScores(root, white) {
  for (const node of allNodes(root)) {
    const written = node.parent && readScore(node.comment);
    if (!written || !node.parent) continue;
    const { score, after, of } = written;
    const moverIsWhite = node.side === white;
    const next = node.children[0]?.side;
    const turnIsWhite = !after ? moverIsWhite : next ? next === white : !moverIsWhite;
    const own = of === 'mover' || (of === 'white') === turnIsWhite ? score : reversed(score);
    if (after) node.evaluation ??= own;
    else node.parent.evaluation ??= { ...own, best: node.move };
  }
}
