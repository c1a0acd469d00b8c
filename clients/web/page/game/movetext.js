// What PDN and PGN have in common: tags, then moves with numbers, comments in braces and variations in parentheses.
import { readMarks, writtenComment, writtenSign } from './engine_marks.js';
import { addMove, newTree } from './tree.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {{ tags: Map<string, string>, root: Node, result: string }} WrittenGame */

const lineWidth = 80;
const tagPattern = /^\s*\[\s*(\w+)\s+"((?:\\.|[^"\\])*)"\s*\]\s*$/;
// Words of a movetext being written, before they are joined.
const open = '\u0002';
const close = '\u0003';
const results = new Set(['*', '1-0', '0-1', '1/2-1/2', '2-0', '0-2', '1-1', '0-0']);
const glyphs = ['', '!', '?', '!!', '??', '!?', '?!'];

/** @param {string} text */
const escaped = (text) => text.replace(/["\\]/g, '\\$&');

/** @param {[string, string][]} tags */
export const writeTags = (tags) => tags.map(([name, value]) => `[${name} "${escaped(value)}"]\n`).join('');

/** @param {string} text @returns {string[]} a game each: a tag after moves begins the next */
export function splitGames(text) {
  /** @type {string[][]} */
  const games = [[]];
  let hasMoves = false;
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const isTag = tagPattern.test(line);
    if (isTag && hasMoves) games.push([]);
    hasMoves = !isTag && (hasMoves || line.trim() !== '');
    games[games.length - 1].push(line);
  }
  return games.map((lines) => lines.join('\n').trim()).filter((game) => game !== '');
}

/** Tags, comments and structure; moves stay as they are written. @param {string} text @returns {WrittenGame} */
export function readGame(text) {
  const tags = new Map();
  const rest = text.split('\n').filter((line) => {
    const [, name, value] = tagPattern.exec(line) ?? [];
    if (name) tags.set(name, value.replace(/\\(.)/g, '$1'));
    return !name;
  }).join('\n');
  const root = newTree();
  const result = readMoves(rest, root) || (tags.get('Result') ?? '*');
  readMarks(root);
  return { tags, root, result };
}

/** @param {string} text @param {Node} root @returns {string} the result, if there is one */
function readMoves(text, root) {
  const words = text.match(/\{[^}]*\}?|;[^\n]*|[()]|[^\s(){};]+/g) ?? [];
  /** @type {Node[]} */
  const branches = [];
  let node = root;
  let result = '';
  for (const word of words) {
    const first = word[0];
    if (first === '{' || first === ';') node.comment = [node.comment, word.replace(/^[{;]|\}$/g, '').trim()].filter(Boolean).join(' ');
    else if (first === '(') {
      branches.push(node);
      node = node.parent ?? node;
    } else if (first === ')') node = branches.pop() ?? node;
    else if (first === '$') node.glyph = glyphs[Number(word.slice(1))] ?? node.glyph;
    else if (results.has(word) && branches.length === 0) result = word;
    else if (!results.has(word)) node = readMove(word, node);
  }
  return result;
}

/** @param {string} word perhaps with its number and glyph @param {Node} node @returns {Node} */
function readMove(word, node) {
  const [, move = '', glyph = ''] = /^(?:\d+\.+)?(.*?)([!?]{0,2})$/.exec(word) ?? [];
  if (!move || /^\d+\.*$/.test(move) || /^\.+$/.test(move)) return node;
  const child = addMove(node, move.replace(/\*$/, ''));
  child.glyph = glyph;
  return child;
}

/**
 * @typedef {object} MoveStyle
 * @property {(node: Node) => string} text of a move
 * @property {number} firstNumber
 * @property {boolean} repeatsNumber whether a move after a comment repeats its number
 * @property {boolean} secondBegins whether the side that moves second in the game makes the first move
 */

/** Broken into lines. @param {Node} root @param {string} result @param {MoveStyle} style */
export function writeMoves(root, result, style) {
  /** @type {string[]} */
  const words = [];
  if (root.comment) words.push(...commentWords(root.comment));
  writeLine(root, style.secondBegins ? 1 : 0, style, words, true);
  words.push(result);
  const text = words.join(' ').replaceAll(`${open} `, '(').replaceAll(` ${close}`, ')');
  return broken(text.split(' '));
}

/** @param {string[]} words */
function broken(words) {
  let text = '';
  let column = 0;
  for (const word of words) {
    const breaks = column + 1 + word.length > lineWidth;
    if (column > 0) text += breaks ? '\n' : ' ';
    column = column > 0 && !breaks ? column + 1 + word.length : word.length;
    text += word;
  }
  return `${text}\n`;
}

/** @param {string} comment */
const commentWords = (comment) => `{${comment.replace(/[{}]/g, '|')}}`.split(/\s+/);

/** @param {Node} from its moves follow @param {number} ply @param {MoveStyle} style @param {string[]} words @param {boolean} numbered whether the first move needs its number */
function writeLine(from, ply, style, words, numbered) {
  let needsNumber = numbered;
  let at = ply;
  for (let node = from; node.children.length > 0; node = node.children[0], at += 1) {
    writeMove(node.children[0], at, style, words, needsNumber);
    needsNumber = style.repeatsNumber && (writtenComment(node.children[0]) !== '' || node.children.length > 1);
    for (const variation of node.children.slice(1)) {
      words.push(open);
      writeMove(variation, at, style, words, true);
      writeLine(variation, at + 1, style, words, style.repeatsNumber && writtenComment(variation) !== '');
      words.push(close);
    }
  }
}

/** @param {Node} node @param {number} ply @param {MoveStyle} style @param {string[]} words @param {boolean} numbered */
function writeMove(node, ply, style, words, numbered) {
  const number = style.firstNumber + Math.floor(ply / 2);
  if (ply % 2 === 0) words.push(`${number}.`);
  else if (numbered) words.push(`${number}...`);
  words.push(style.text(node));
  const [sign, comment] = [writtenSign(node), writtenComment(node)];
  if (sign) words.push(`$${Math.max(0, glyphs.indexOf(sign))}`);
  if (comment) words.push(...commentWords(comment));
}
