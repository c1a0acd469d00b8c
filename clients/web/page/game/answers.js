// The answers to the command `read` as games: PROTOCOL.md, "Reading game files".
import { readMarks } from './engine_marks.js';
import { addNag, joined } from './signs.js';
import { addMove, newTree } from './tree.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {{ line: number, text: string }} Warning */
/** @typedef {{ line: number, word: string, error: string }} Fault word: the move that is none, '' for other faults; error: as the engine refuses, `error CODE SENTENCE` */

/**
 * @typedef {object} AnsweredGame
 * @property {string} game '' for one that the engine does not offer
 * @property {Map<string, string>} tags
 * @property {string | null} start null if it is no position
 * @property {Node} root
 * @property {string | null} winner by the text; '' for a draw, null where it says none
 * @property {string} result as it is written
 * @property {Fault[]} faults
 * @property {Warning[]} warnings
 * @property {number} plies that could be played
 */

/** The names that the page knows, however they are written. */
const usualNames = new Map(['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result', 'First', 'Second', 'Game', 'GameType', 'FEN', 'Start', 'SetUp']
  .map((name) => [name.toLowerCase(), name]));

/** @param {string} text `LINE REST` @returns {[number, string]} */
function numbered(text) {
  const cut = text.indexOf(' ');
  return [Number(text.slice(0, cut)), text.slice(cut + 1)];
}

/** @param {string} text of `readerror` @returns {Fault} */
function faultIn(text) {
  const [line, rest] = numbered(text);
  const [, code, sentence] = /^(\S+) (.*)$/s.exec(rest) ?? [];
  const [, word = '', why = sentence] = (/^(illegal|ambiguous)-move$/.test(code) && /^(.*?): (.*)$/s.exec(sentence)) || [];
  return { line, word, error: `error ${code} ${why}` };
}

/** Takes the answers line by line. */
export class Answers {
  /** @type {AnsweredGame[]} */ games = [];
  /** @type {AnsweredGame} */ #game = newGame('');
  #node = this.#game.root;
  /** What is open around the present variation. @type {{ node: Node, isLost: boolean }[]} */ #outer = [];
  /** Whether the last word was no move: what follows belongs to it. */ #isLost = false;
  /** The comment before the first move of a variation; null elsewhere. @type {string | null} */ #before = null;

  /** @param {string} line */
  take(line) {
    const [, kind, text = ''] = /^read(\S+) ?(.*)$/s.exec(line) ?? [];
    const act = kind && this.#acts[kind];
    if (act) act(text);
  }

  /** @type {Record<string, (text: string) => void>} */
  #acts = {
    game: (text) => {
      const [number, , , game] = text.split(' ');
      // The connection was lost, and the text is read anew.
      if (number === '1') this.games = [];
      this.#game = newGame(game === '-' ? '' : game);
      this.#node = this.#game.root;
      this.#outer = [];
      this.#isLost = false;
      this.#before = null;
    },
    tag: (text) => {
      const [, written = '', value = ''] = /^(\S+) ?(.*)$/s.exec(text) ?? [];
      let name = usualNames.get(written?.toLowerCase()) ?? written;
      // A second tag of the same name gets a blank behind it, which no name has.
      while (this.#game.tags.has(name)) name += ' ';
      this.#game.tags.set(name, value);
    },
    start: (text) => (this.#game.start = text),
    move: (text) => {
      this.#node = addMove(this.#node, text);
      if (this.#before) this.#node.before = joined(this.#node.before, this.#before);
      this.#before = null;
      this.#isLost = false;
    },
    nag: (text) => {
      if (!this.#isLost) return addNag(this.#before === null ? this.#node : this.#branch, text);
      return this.#say(/^\d/.test(text) ? `$${text}` : text);
    },
    comment: (text) => this.#say(text),
    text: (word) => {
      this.#isLost = true;
      this.#say(word);
    },
    variation: (text) => (text === 'begin' ? this.#begin() : this.#end()),
    result: (text) => {
      const [meaning, side, ...rest] = text.split(' ');
      this.#game.winner = meaning === 'win' ? side : meaning === 'draw' ? '' : null;
      this.#game.result = (meaning === 'win' ? rest : [side, ...rest]).join(' ');
    },
    warning: (text) => {
      const [line, sentence] = numbered(text);
      this.#game.warnings.push({ line, text: sentence });
    },
    error: (text) => this.#game.faults.push(faultIn(text)),
    done: (text) => {
      this.#game.plies = Number(text.split(' ')[2]);
      readMarks(this.#game.root);
      this.games.push(this.#game);
    },
  };

  /** The move in whose place the variation is. */
  get #branch() {
    return this.#outer[this.#outer.length - 1]?.node ?? this.#node;
  }

  /** Keeps a comment, or a word that is no move, where it stands. @param {string} text */
  #say(text) {
    if (this.#before === null) this.#node.comment = joined(this.#node.comment, text);
    else this.#before = joined(this.#before, text);
  }

  #begin() {
    const node = this.#node;
    this.#outer.push({ node, isLost: this.#isLost });
    if (this.#isLost || !node.parent) return;
    this.#node = node.parent;
    this.#before = '';
  }

  #end() {
    const outer = this.#outer.pop();
    if (!outer) return;
    if (this.#before) outer.node.comment = joined(outer.node.comment, this.#before);
    this.#before = null;
    this.#node = outer.node;
    this.#isLost = outer.isLost;
  }
}

/** @param {string} game @returns {AnsweredGame} */
const newGame = (game) => ({ game, tags: new Map(), start: null, root: newTree(), winner: null, result: '*', faults: [], warnings: [], plies: 0 });
