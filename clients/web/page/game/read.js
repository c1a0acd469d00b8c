// Reads games and positions with the command `read`: PDN, PGN, plain games, lists of moves, position texts.
// Bundled by itself with copies of its imports, which therefore have no state and no class that others compare.
import { addMove, addNag, allNodes, joined, lastOf, movesTo, newTree, readMarks } from './tree.js';
import { keptTags, notationOf, knownValue, winnerIn } from './notation.js';
import { otherSide } from '../protocol/parse.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('../protocol/referee.js').Referee} Referee */

/** @typedef {{ current: string, referee: Referee, choose: (games: string[]) => Promise<string | null>, onProgress?: (share: number) => void, signal?: AbortSignal }} Reader current: tried first for texts that name no game; choose: asks for one of several games; signal: stops reading, keeping the games so far */
/** @typedef {{ line: number, text: string }} Warning */
/** @typedef {{ line: number, word: string, error: string }} Fault word: the illegal move, '' for other faults; error: `error CODE SENTENCE` */
/** @typedef {{ game: string, start: string, root: Node, said: string | null, faults: Fault[], warnings: Warning[] }} Game game and start: '' if unknown; said: the winner in the text, '' for a draw, null without result */
/** @typedef {Game & { tags: Map<string, string>, result: string, plies: number }} AnsweredGame result: as written */
/** @typedef {Game & { winner: string | null, names: Record<string, string>, tags: Record<string, string>, legal?: string[], unknown?: 'unsaid' | 'none', atEnd?: boolean }} ReadGame winner: by the text, else by the rules; names: by side; legal: moves in place of the first fault; unknown: the person chose no game, or no game allows the first move; atEnd: whether to show the last position */
/** @typedef {{ game: string, start: string, root: Node, names: Record<string, string>, tags: Record<string, string>, winner: string | null, date: Date, verdict: string, isAlgebraic?: boolean }} Writable names: of players by side; tags: others, which may replace date and verdict; verdict: why the game ended, `file` if a file says so, '' if by the rules or unknown; isAlgebraic: instead of square numbers */

/**
 * @typedef {object} MoveStyle
 * @property {(node: Node) => string} text of a move
 * @property {number} firstNumber
 * @property {boolean} repeatsNumber whether a move after a comment repeats its number
 * @property {boolean} secondBegins whether the side that moves second in the game makes the first move
 */
/** @typedef {{ place: string, reason: string, kind: 'left' | 'partly' | 'warning' }} Complaint left: the game was skipped; partly: its moves before the fault were kept */

/** Longer lines are sent in parts, not cut at blanks. */
const partPattern = /.{1,1000}\S(?=\S)|.{1,1001}/gu;
/** Characters sent at once, and the overhead of a line. */
const blockSize = 100_000;
const lineCosts = 100;
const maxPosition = 100_000;

/** Whether the engine refused. @param {any} error */
const isRefusal = (error) => typeof error?.code === 'string';

/** @param {string} text @param {string} game @returns {string[][]} */
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

/** @param {string[][]} blocks @param {Reader} reader @returns {Promise<AnsweredGame[]>} until stopped */
async function answersTo(blocks, { referee, onProgress, signal }) {
  const answers = new Answers();
  let answered = 0;
  await referee.sendBlocks(blocks, (line) => {
    answers.take(line);
    if (line === 'readyok') onProgress?.(Math.min(1, (answered += 1) / blocks.length));
  }, signal).catch((error) => {
    if (!signal?.aborted || isRefusal(error)) throw error;
  });
  return answers.games;
}

/** @param {AnsweredGame} game */
const isNamed = ({ tags }) => tags.has('Game') || tags.has('GameType');

/** Whether all moves are legal. @param {AnsweredGame} game */
const fits = ({ start, faults }) => start && !faults.some(({ word }) => word);

/** Reads PDN, PGN, plain games, or moves alone. @param {string} text @param {Reader} reader @returns {Promise<ReadGame[]>} */
async function readWritten(text, reader) {
  /** @param {string} game */
  const readAs = (game) => answersTo(blocksOf(text, game), reader);
  const { current, referee, choose, signal } = reader;
  const own = await readAs(current);
  const open = own.flatMap((game, i) => (isNamed(game) || fits(game) ? [] : [i]));
  if (!open.length || signal?.aborted) return Promise.all(own.map((game) => toReadGame(game, referee)));
  const any = await readAs('');
  const games = own.map((game, i) => toReadGame(open.includes(i) && any[i]?.plies >= game.plies ? any[i] : game, referee));
  // A long text has enough moves to identify the game.
  if (blocksOf(text, '').length > 1) return Promise.all(games);
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
  const position = { game, start, moves: [] };
  const view = await referee.view(position);
  for (const node of allNodes(root).slice(1)) node.side = node.parent?.side ? otherSide(view, node.parent.side).name : view.turn;
  const { white } = notationOf(view);
  read.names = Object.fromEntries(view.sides.map(({ name }, i) => [
    name, knownValue(tags.get(name === white ? 'White' : 'Black') ?? tags.get(i === 0 ? 'First' : 'Second')),
  ]));
  read.tags = { Date: '????.??.??', ...keptTags(tags, result) };
  const end = { ...position, moves: movesTo(lastOf(root)) };
  if (illegal) read.legal = (await referee.view(end)).moves;
  else if (said === null) read.winner = winnerIn(await referee.ask(end, ['status']));
  return read;
}

/** Reads a position, else games; throws the first refusal if the text is neither. @param {string} text @param {Reader} reader @returns {Promise<ReadGame[]>} */
export async function readText(text, reader) {
  if (/^[ \t]*\[\s*\w+\s+"/m.test(text) || text.length > maxPosition) return readWritten(text, reader);
  try {
    return await readPositions(text.trim(), reader);
  } catch (refusal) {
    if (!isRefusal(refusal)) throw refusal;
    const games = await readWritten(text, reader);
    // Without a legal move, the refusal of the position is more helpful.
    if (!games.some(({ root, unknown }) => root.children.length || unknown === 'unsaid')) throw refusal;
    return games;
  }
}

/** Reads one position, or one a line, as in EPD files. @param {string} text @param {Reader} reader @returns {Promise<ReadGame[]>} */
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

/** Converts an EPD line to FEN, with move counters. @param {string} line */
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

/** Reads `GAME TEXT moves …` as in `position`, a text alone, or the three lines of a board file. @param {string} text @param {string[]} lines @param {Reader} reader @returns {Promise<ReadGame>} */
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

/** Pieces of a board file, without blanks around commas and a final comma. @param {string} line */
const compactPieces = (line) => line.split(',').map((piece) => piece.trim()).filter(Boolean).join(',');

/** The first game that accepts the text, else throws the first refusal. @param {string[]} games @param {string} start @param {Referee} referee */
async function firstAccepting(games, start, referee) {
  let refusal;
  for (const game of games)
    try {
      await referee.view({ game, start, moves: [] });
      return game;
    } catch (error) {
      refusal ??= error;
    }
  throw refusal;
}

/** Spellings of known tags, by lower-case name. */
const tagSpellings = new Map(['Event', 'Site', 'Date', 'Round', 'White', 'Black', 'Result', 'First', 'Second', 'Game', 'GameType', 'FEN', 'Start', 'SetUp']
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
  /** The variations around the current one. @type {{ node: Node, isLost: boolean }[]} */ #outer = [];
  /** Whether the last word was illegal; what follows belongs to it. */ #isLost = false;
  /** The comment before the first move of a variation, else null. @type {string | null} */ #before = null;

  /** @param {string} line */
  take(line) {
    const [, kind, text = ''] = /^read(\S+) ?(.*)$/s.exec(line) ?? [];
    if (kind) this.#acts[kind]?.(text);
  }

  /** @type {Record<string, (text: string) => void>} */
  #acts = {
    game: (text) => {
      const [number, , , game] = text.split(' ');
      // After a lost connection the text is read again.
      if (number === '1') this.games = [];
      this.#game = newGame(game === '-' ? '' : game);
      this.#node = this.#game.root;
      this.#outer = [];
      this.#isLost = false;
      this.#before = null;
    },
    tag: (text) => {
      const [, written = '', value = ''] = /^(\S+) ?(.*)$/s.exec(text) ?? [];
      let name = tagSpellings.get(written?.toLowerCase()) ?? written;
      // A repeated tag gets a blank after its name.
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

  /** The move that the variation replaces. */
  get #branch() {
    return this.#outer[this.#outer.length - 1]?.node ?? this.#node;
  }

  /** Appends a comment or an illegal word. @param {string} text */
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
