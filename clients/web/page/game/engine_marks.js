// What a review adds to a game, kept apart from the signs, comments and variations of people.
import { addMove, allNodes, lineTo, mainLine, remove } from './tree.js';

/** @typedef {import('./tree.js').Node} Node */

/** Signs of mistakes, the worst first. */
export const mistakeSigns = ['??', '?', '?!'];

/** The sign of a mistake: that of the review, else that of a person; '' if there is none. @param {Node} node */
export const mistakeSign = ({ judgement, glyph }) => judgement?.sign || (mistakeSigns.includes(glyph) ? glyph : '');

/** @param {Node} root @returns {Node[]} the moves of the main line that are mistakes */
export const mistakesOf = (root) => mainLine(root).filter((node) => mistakeSign(node) !== '');

/** @param {Node} root */
export const hasMarks = (root) => allNodes(root).some(({ judgement, isEngines }) => judgement !== null || isEngines);

/** Moves that are there already keep their author. @param {Node} from @param {string[]} moves */
export function addEngineLine(from, moves) {
  let node = from;
  for (const move of moves) {
    const isNew = !node.children.some((child) => child.move === move);
    node = addMove(node, move);
    if (isNew) node.isEngines = true;
  }
}

/** Takes away all that reviews added; moves that people have promoted, added to or written about since become theirs. @param {Node} root */
export function removeMarks(root) {
  const nodes = allNodes(root);
  const ofPeople = nodes.filter(({ isEngines, comment, glyph }) => !isEngines || comment !== '' || glyph !== '');
  const kept = new Set([...mainLine(root), ...ofPeople.flatMap(lineTo)]);
  for (const node of nodes) {
    node.judgement = null;
    if (node.isEngines && !kept.has(node)) remove(node);
    node.isEngines = false;
  }
}

// In a file the review's sign is a NAG like any other, with the command `[%engine]` in a comment after it. Where a person gave
// the move another sign, the command has the review's. At a move without a sign it begins a line of the engine's.
const command = /\[%engine ?([?!]*)\]/;

/** The comment of a move in a file. @param {Node} node */
export function writtenComment({ judgement, glyph, isEngines, parent, comment }) {
  const sign = judgement?.sign ?? '';
  const begins = isEngines && !parent?.isEngines && !glyph;
  const mark = sign && glyph ? `[%engine ${sign}]` : sign || begins ? '[%engine]' : '';
  return [mark, comment].filter(Boolean).join(' ');
}

/** @param {Node} node */
export const writtenSign = ({ glyph, judgement }) => glyph || (judgement?.sign ?? '');

/** Comments as they were read become marks again. @param {Node} root */
export function readMarks(root) {
  for (const node of allNodes(root)) {
    const found = command.exec(node.comment);
    if (node.parent?.isEngines) node.isEngines = true;
    if (!found) continue;
    const sign = found[1];
    const around = [node.comment.slice(0, found.index), node.comment.slice(found.index + found[0].length)];
    node.comment = around.map((text) => text.trim()).filter(Boolean).join(' ');
    if (!sign && !node.glyph) node.isEngines = true;
    else node.judgement = { sign: sign || node.glyph, loss: null };
    if (!sign) node.glyph = '';
  }
}
