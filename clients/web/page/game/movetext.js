// Writes what PDN and PGN have in common: tags, then moves with numbers, comments in braces and variations in parentheses.
import { writtenComment, writtenSign } from './engine_marks.js';
import { glyphs } from './tree.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('./types.js').MoveStyle} MoveStyle */

const lineWidth = 80;

/** @param {string} text */
const escaped = (text) => text.replace(/["\\]/g, '\\$&');

/** @param {[string, string][]} tags */
export const writeTags = (tags) => tags.map(([name, value]) => `[${name.trim()} "${escaped(value)}"]\n`).join('');

/** Words, broken into lines. */
class Text {
  /** @type {string[]} */ #parts = [];
  #column = 0;
  #opening = '';

  /** @param {string} word */
  add(word) {
    const whole = this.#opening + word;
    this.#opening = '';
    // At the beginning of a line a bracket could be a tag, and a per cent sign hides the line.
    const breaks = this.#column + 1 + whole.length > lineWidth && !/^[[%]/.test(whole);
    if (this.#column > 0) this.#parts.push(breaks ? '\n' : ' ');
    this.#column = this.#column > 0 && !breaks ? this.#column + 1 + whole.length : whole.length;
    this.#parts.push(whole);
  }

  /** @param {string} text */
  comment(text) {
    const words = text.split(/\s+/).filter(Boolean);
    // A brace would end a comment in braces; one behind a semicolon ends with its line.
    if (text.includes('}')) {
      this.add(`; ${words.join(' ')}`);
      this.#parts.push('\n');
      this.#column = 0;
    } else for (const word of `{${words.join(' ')}}`.split(' ')) this.add(word);
  }

  open() {
    this.#opening += '(';
  }

  close() {
    this.#parts.push(')');
    this.#column += 1;
  }

  toString() {
    return `${this.#parts.join('')}\n`;
  }
}

/** @param {Node} root @param {string} result @param {MoveStyle} style */
export function writeMoves(root, result, style) {
  const text = new Text();
  writeNotes(root, text);
  writeLine(root, style.secondBegins ? 1 : 0, style, text, true);
  text.add(result);
  return String(text);
}

/** @param {Node} from its moves follow @param {number} ply @param {MoveStyle} style @param {Text} text @param {boolean} numbered whether the first move needs its number */
function writeLine(from, ply, style, text, numbered) {
  let needsNumber = numbered;
  let at = ply;
  for (let node = from; node.children.length > 0; node = node.children[0], at += 1) {
    writeMove(node.children[0], at, style, text, needsNumber);
    needsNumber = style.repeatsNumber && (writtenComment(node.children[0]) !== '' || node.children.length > 1);
    for (const variation of node.children.slice(1)) {
      text.open();
      writeMove(variation, at, style, text, true);
      writeLine(variation, at + 1, style, text, style.repeatsNumber && writtenComment(variation) !== '');
      text.close();
    }
  }
}

/** @param {Node} node @param {number} ply @param {MoveStyle} style @param {Text} text @param {boolean} numbered */
function writeMove(node, ply, style, text, numbered) {
  const number = style.firstNumber + Math.floor(ply / 2);
  if (node.before) text.comment(node.before);
  if (ply % 2 === 0) text.add(`${number}.`);
  else if (numbered) text.add(`${number}...`);
  text.add(style.text(node));
  writeNotes(node, text);
}

/** The signs and the comment of a move. @param {Node} node @param {Text} text */
function writeNotes(node, text) {
  const [sign, comment] = [writtenSign(node), writtenComment(node)];
  if (sign) text.add(`$${glyphs.indexOf(sign)}`);
  for (const nag of node.nags.split(' ')) if (nag) text.add(nag);
  if (comment) text.comment(comment);
}
