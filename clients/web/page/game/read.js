// Reads games and positions: PDN, PGN, the plain form, lists of moves, and position texts. The engine judges them.
// It is bundled by itself, with copies of the modules that it imports: these have no state, and no class that others tell apart.
import { readMarks } from './engine_marks.js';
import { notationOf, winnerIn } from './notation.js';
import { keptTags, toldIn } from './tags.js';
import { addMove, addNag, allNodes, joined, lastOf, movesTo, newTree } from './tree.js';
import { otherSide } from '../protocol/view.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('../protocol/referee.js').Referee} Referee */

/** @typedef {import('./types.js').Reader} Reader */
/** @typedef {import('./types.js').Fault} Fault */
/** @typedef {import('./types.js').AnsweredGame} AnsweredGame */
/** @typedef {import('./types.js').ReadGame} ReadGame */

/** Longer lines are sent in parts, cut where there are no blanks. */
const partPattern = /.{1,1000}\S(?=\S)|.{1,1001}/gu;
/** Characters that are sent at once, and what each line counts besides. */
const blockSize = 100_000;
const lineCosts = 100;
/** Longer texts are no positions. */
const longestPosition = 100_000;

/** Whether it is what the engine has refused. @param {any} error */
const isRefusal = (error) => typeof error?.code === 'string';

/** The commands that read a text, in blocks. @param {string} text @param {string} game @returns {string[][]} */
function blocksOf(text, game) {
  /** @type {string[][]} */
  const blocks = [];
  let block = [`read begin ${game}`];
  let size = 0;
  /** @param {string} line */
  const add = (line) => {
    block.push(line);
    size += line.length + lineCosts;
    if (size < blockSize) return;
    blocks.push(block);
    block = [];
    size = 0;
  };
  for (const line of text.replace(/(\r\n?|\n)$/, '').split(/\r\n?|\n/)) {
    const parts = line.match(partPattern) ?? [''];
    const last = parts.pop();
    for (const part of parts) add(`read part ${part}`);
    add(`read line ${last}`);
  }
  block.push('read end');
  return [...blocks, block];
}

/** @param {string[][]} blocks @param {Reader} reader @returns {Promise<AnsweredGame[]>} up to where it was stopped */
async function answersTo(blocks, { referee, onProgress, signal }) {
  const answers = new Answers();
  let answered = 0;
  await referee.tell(blocks, (line) => {
    answers.take(line);
    if (line === 'readyok') onProgress?.(Math.min(1, (answered += 1) / blocks.length));
  }, signal).catch((error) => {
    if (!signal?.aborted || isRefusal(error)) throw error;
  });
  return answers.games;
}

/** @param {AnsweredGame} game */
const isNamed = ({ tags }) => tags.has('Game') || tags.has('GameType');

/** Whether a game allows the moves of the text. @param {AnsweredGame} game */
const fits = ({ start, faults }) => start && !faults.some(({ word }) => word);

/** The games of a text in PDN, PGN or the plain form, or of moves alone. @param {string} text @param {Reader} reader @returns {Promise<ReadGame[]>} */
async function readWritten(text, reader) {
  /** @param {string} game */
  const readAs = (game) => answersTo(blocksOf(text, game), reader);
  const { current, referee, choose, signal } = reader;
  const own = await readAs(current);
  const open = own.flatMap((game, i) => (isNamed(game) || fits(game) ? [] : [i]));
  if (!open.length || signal?.aborted) return Promise.all(own.map((game) => toReadGame(game, referee)));
  const any = await readAs('');
  const games = own.map((game, i) => toReadGame(open.includes(i) && any[i]?.plies >= game.plies ? any[i] : game, referee));
  // In a text of some length there are moves enough to tell games apart.
  if (blocksOf(text, '').length > 1) return Promise.all(games);
  /** @type {AnsweredGame[][]} */
  const others = [];
  for (const { name } of await referee.games()) if (name !== current) others.push(await readAs(name));
  for (const i of open) {
    const fitting = others.map((all) => all[i]).filter((game) => game && fits(game));
    if (fitting.length < 2) continue;
    const chosen = await choose(fitting.map(({ game }) => game));
    const game = fitting.find((each) => each.game === chosen);
    games[i] = game ? toReadGame(game, referee) : games[i].then((each) => ({ ...each, unknown: 'unsaid' }));
  }
  return Promise.all(games);
}

/** @param {AnsweredGame} answered @param {Referee} referee @returns {Promise<ReadGame>} */
async function toReadGame(answered, referee) {
  const { game, tags, start, root, said, result, faults, warnings, plies } = answered;
  /** @type {ReadGame} */
  const read = { game: start && game, start, root, said, winner: said, names: {}, tags: {}, faults, warnings };
  const illegal = faults.find(({ word }) => word);
  if (!read.game) return read;
  if (illegal && !plies && !isNamed(answered)) return { ...read, unknown: 'none' };
  const place = { game, start, moves: [] };
  const view = await referee.look(place);
  for (const node of allNodes(root).slice(1)) node.side = node.parent?.side ? otherSide(view, node.parent.side).name : view.turn;
  const { white } = notationOf(view);
  read.names = Object.fromEntries(view.sides.map(({ name }, i) => [
    name, toldIn(tags.get(name === white ? 'White' : 'Black') ?? tags.get(i === 0 ? 'First' : 'Second')),
  ]));
  read.tags = { Date: '????.??.??', ...keptTags(tags, result) };
  const end = { ...place, moves: movesTo(lastOf(root)) };
  if (illegal) read.legal = (await referee.look(end)).moves;
  else if (said === null) read.winner = winnerIn(await referee.ask(end, ['status']));
  return read;
}

/** A position, else games; the first refusal if it is neither. @param {string} text @param {Reader} reader @returns {Promise<ReadGame[]>} */
export async function readText(text, reader) {
  if (/^[ \t]*\[\s*\w+\s+"/m.test(text) || text.length > longestPosition) return readWritten(text, reader);
  try {
    return await readPositions(text.trim(), reader);
  } catch (refusal) {
    if (!isRefusal(refusal)) throw refusal;
    const games = await readWritten(text, reader);
    // Words of which none is a move: what the engine says of them as a position tells more.
    if (!games.some(({ root, unknown }) => root.children.length || unknown === 'unsaid')) throw refusal;
    return games;
  }
}

/** One position, or one in each line, as in EPD files. @param {string} text @param {Reader} reader @returns {Promise<ReadGame[]>} */
async function readPositions(text, reader) {
  const lines = text.split(/\r\n?|\n/).map((line, i) => ({ line: line.trim(), number: i + 1 })).filter(({ line }) => line && !line.startsWith('#'));
  const whole = lines.map(({ line }) => line);
  try {
    return [await readPosition(lines.length === 1 ? fenOf(whole[0]) : text, whole, reader)];
  } catch (refusal) {
    if (!isRefusal(refusal) || lines.length < 2) throw refusal;
    const games = [await readPosition(fenOf(whole[0]), [], reader).catch(() => { throw refusal; })];
    for (const { line, number } of lines.slice(1))
      games.push(await readPosition(fenOf(line), [], reader).catch((error) => {
        if (!isRefusal(error)) throw error;
        return positionGame('', '', [{ line: number, word: '', error: `error ${error.code} ${error.message}` }]);
      }));
    return games;
  }
}

/** A line of an EPD file as a FEN, with its move counters. @param {string} line */
function fenOf(line) {
  const text = line.replace(/\s*;\s*$/, '');
  const [, position, operations] = /^(\S+\s+[wb]\s+\S+\s+\S+)\s+([a-z]\w*\s.*)$/i.exec(text) ?? [];
  if (!position) return text;
  const [half, full] = ['hmvc', 'fmvn'].map((name) => new RegExp(`\\b${name}\\s+(\\d+)`).exec(operations)?.[1]);
  return `${position} ${half ?? 0} ${full ?? 1}`;
}

/** @param {string} game @param {string} start @param {Fault[]} [faults] @returns {ReadGame} */
const positionGame = (game, start, faults = []) =>
  ({ game, start, root: newTree(), said: null, winner: null, names: {}, tags: {}, faults, warnings: [], atEnd: true });

/** `GAME TEXT moves …` as `position` has it, a text alone, or the three lines of a board file. @param {string} text @param {string[]} lines @param {Reader} reader @returns {Promise<ReadGame>} */
async function readPosition(text, lines, reader) {
  const { referee, current } = reader;
  const games = (await referee.games()).map(({ name }) => name);
  const words = text.replace(/^position\s+/i, '').split(/\s+/);
  const named = games.includes(words[0]?.toLowerCase());
  const candidates = named ? [/** @type {string} */ (words.shift()).toLowerCase()] : [current, ...games.filter((name) => name !== current)];
  if (words[0]?.toLowerCase() === 'fen') words.shift();
  const cut = words.indexOf('moves');
  const moves = cut < 0 ? '' : words.splice(cut).slice(1).join(' ');
  const isFile = !named && cut < 0 && lines.length === 3 && /^\d+$/.test(lines[0]);
  const start = isFile ? [lines[0], ...lines.slice(1).map(compactPieces)].join(' ') + ' w' : words.join(' ');
  const game = await firstAccepting(candidates, start, referee);
  if (!moves) return positionGame(game, start);
  const [read] = await readWritten(`[Game "${game}"]\n[Start "${start.replace(/["\\]/g, '\\$&')}"]\n\n${moves}`, reader);
  return { ...read, tags: {}, start, atEnd: true };
}

/** Pieces of a board file: spaces around commas and a last comma do not count. @param {string} line */
const compactPieces = (line) => line.split(',').map((piece) => piece.trim()).filter(Boolean).join(',');

/** The first refusal, if no game accepts the text. @param {string[]} games @param {string} start @param {Referee} referee */
async function firstAccepting(games, start, referee) {
  let refusal;
  for (const game of games)
    try {
      await referee.look({ game, start, moves: [] });
      return game;
    } catch (error) {
      refusal ??= error;
    }
  throw refusal;
}

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

/** The answers to `read` as games. */
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
      this.#game.said = meaning === 'win' ? side : meaning === 'draw' ? '' : null;
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
const newGame = (game) => ({ game, tags: new Map(), start: '', root: newTree(), said: null, result: '*', faults: [], warnings: [], plies: 0 });
