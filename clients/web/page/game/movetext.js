// What PDN and PGN have in common: tags, then moves with numbers, comments in braces and variations in parentheses.
import { readMarks, writtenComment, writtenSign } from './engine_marks.js';
import { appendMove, newTree } from './tree.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {{ tags: Map<string, string>, root: Node, result: string, isTorn: boolean }} WrittenGame isTorn: a comment in it has no end */

// Moves as people write and paste them: `11–15`, `11 - 15`, `11-15, 23-19`. The engine reads each of them; this finds where each ends.
const square = '[A-Za-z]?\\d{1,3}[a-h]?';
const blanks = '[ \\t\\u00a0]';
// Dashes and minus signs may have blanks on either side, a cross only on both or behind it.
const sign = `(?:${blanks}{0,4}[-:\\u2010-\\u2015\\u2212]${blanks}{0,4}|${blanks}{1,4}[xX\\u00d7]${blanks}{1,4}|[xX\\u00d7]${blanks}{0,4})`;

const spacedMove = `(?:${square}${sign})+${square}`;

const wordPattern = new RegExp(`${spacedMove}[^\\s,]*|[^\\s,]+`, 'g');

/** @param {string} text */
const withoutBlanks = (text) => text.replace(/\s+/g, '');

/** The moves of a list, separated by blanks or commas, each without blanks. @param {string} text @returns {string[]} */
export const movesIn = (text) => (text.match(wordPattern) ?? []).map(withoutBlanks);

const lineWidth = 80;
// A comment without an end stops at the next tag, so that one damaged game does not swallow those behind it.
const notMoves = /^%[^\n]*|\[\s*(\w+)\s+"((?:\\.|[^"\\\n])*)"\s*\]|\{(?:(?!\n[^\S\n]*\[\w+\s+")[^}])*\}?|;[^\n]*|[()]|\$\d+/;
const tokenPattern = new RegExp(`${notMoves.source}|${spacedMove}[^\\s(){};$[]*|[^\\s(){};$[]+`, 'gm');
// Words of a movetext being written, before they are joined.
const open = '\u0002';
const close = '\u0003';
const results = new Set(['*', '1-0', '0-1', '1/2-1/2', '2-0', '0-2', '1-1', '0-0']);
const glyphs = ['', '!', '?', '!!', '??', '!?', '?!'];

/** @param {string} text */
const escaped = (text) => text.replace(/["\\]/g, '\\$&');

/** @param {[string, string][]} tags */
export const writeTags = (tags) => tags.map(([name, value]) => `[${name} "${escaped(value)}"]\n`).join('');

/** Takes no time for the length of the first text: a move may have very many comments. @param {string} first @param {string} second */
const joined = (first, second) => (first && second ? `${first} ${second}` : first || second);

/** A game that is being read. */
class Reading {
  /** @type {WrittenGame} */ game = { tags: new Map(), root: newTree(), result: '', isTorn: false };
  /** @type {Node[]} */ #branches = [];
  #node = this.game.root;
  /** By move, of nodes with several children: there may be very many. @type {Map<Node, Map<string, Node>>} */ #children = new Map();
  isOver = false;

  get hasMoves() {
    return this.game.root.children.length > 0;
  }

  /** @param {string} word */
  take(word) {
    const node = this.#node;
    const first = word[0];
    if (first === '{' || first === ';') this.comment(word);
    else if (first === '(') {
      this.#branches.push(node);
      this.#node = node.parent ?? node;
    } else if (first === ')') this.#node = this.#branches.pop() ?? node;
    else if (first === '$') takeNag(word, node);
    else for (const text of withoutBlanks(word).split(',')) this.#takeMove(text);
  }

  /** @param {string} text or a result */
  #takeMove(text) {
    if (!results.has(text)) this.#node = this.#readMove(text, this.#node);
    else if (this.#branches.length === 0) {
      this.game.result = text;
      this.isOver = true;
    }
  }

  /** @param {string} word with its braces or semicolon */
  comment(word) {
    if (word[0] === '{' && !word.endsWith('}')) this.game.isTorn = true;
    const lines = word.replace(/^[{;]|\}$/g, '').split('\n').map((line) => line.trim());
    const text = lines.filter(Boolean).join(' ');
    this.#node.comment = joined(this.#node.comment, text);
  }

  /** @param {string} word perhaps with its number and glyph @param {Node} node @returns {Node} */
  #readMove(word, node) {
    const [, move = '', glyph = ''] = /^(?:\d+\.+)?(.*?)\*?([!?]{0,2})\*?$/.exec(word) ?? [];
    if (!move && node.parent) node.glyph = glyph || node.glyph;
    if (!move || /^\d+\.*$/.test(move) || /^\.+$/.test(move)) return node;
    const child = this.#child(node, move);
    child.glyph = glyph;
    return child;
  }

  /** The child with this move, added if missing. @param {Node} node @param {string} move */
  #child(node, move) {
    if (node.children.length === 0) return appendMove(node, move);
    let known = this.#children.get(node);
    if (!known) this.#children.set(node, (known = new Map(node.children.map((child) => [child.move, child]))));
    const child = known.get(move) ?? appendMove(node, move);
    known.set(move, child);
    return child;
  }
}

/**
 * All games of a text: tags, comments and structure; moves stay as they are written. A game ends with its result, and
 * before a tag that follows moves or an empty line.
 * @param {string} text @returns {WrittenGame[]}
 */
export function readGames(text) {
  const source = text.replace(/\r\n?/g, '\n');
  let now = new Reading();
  const all = [now];
  let end = 0;
  for (const match of source.matchAll(tokenPattern)) {
    const [word, tag, value] = match;
    const gap = source.slice(end, match.index);
    end = match.index + word.length;
    if (word[0] === '%') continue;
    const isComment = word[0] === '{' || word[0] === ';';
    const follows = now.hasMoves || (now.game.tags.size > 0 && /\n\s*\n/.test(gap));
    if (tag ? now.isOver || follows : now.isOver && !(isComment && !gap.includes('\n'))) all.push((now = new Reading()));
    if (tag) now.game.tags.set(tag, value.replace(/\\(.)/g, '$1'));
    else now.take(word);
  }
  for (const { game } of all) readMarks(game.root);
  return all.map(({ game }) => game).filter(({ tags, root, result }) => tags.size > 0 || root.children.length > 0 || result);
}

/** @param {string} word `$1` @param {Node} node */
function takeNag(word, node) {
  const glyph = glyphs[Number(word.slice(1))];
  if (glyph === undefined) node.nags = joined(node.nags, word);
  else node.glyph = glyph;
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
  if (root.comment) addWords(words, commentWords(root.comment));
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

/** One at a time: a call takes about a hundred thousand arguments. @param {string[]} words @param {string[]} more */
function addWords(words, more) {
  for (const word of more) words.push(word);
}

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
  if (node.nags) addWords(words, node.nags.split(' '));
  if (comment) addWords(words, commentWords(comment));
}
