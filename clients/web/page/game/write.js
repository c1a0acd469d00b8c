// Writes a game as PDN, PGN, or the plain form.
import { allNodes, glyphs, movesTo, writtenComment, writtenSign } from './tree.js';
import { algebraicNames, dateTag, firstSide, hasAlgebraic, notationOf, resultText, writtenForm } from './notation.js';
import { cellAt, pieceAt } from '../protocol/parse.js';

/** @typedef {import('./tree.js').Node} Node */
/** @import { MoveStyle, Writable } from './read.js' */

const lineWidth = 80;

/** @param {[string, string][]} tags */
const writeTags = (tags) => tags.map(([name, value]) => `[${name.trim()} "${value.replace(/["\\]/g, '\\$&')}"]\n`).join('');

/** Words, broken into lines. */
class Text {
  /** @type {string[]} */ #parts = [];
  #column = 0;
  #opening = '';

  /** @param {string} word */
  add(word) {
    const whole = this.#opening + word;
    this.#opening = '';
    // At the start of a line, a bracket would begin a tag, and a per cent sign would hide the line.
    const breaks = this.#column + 1 + whole.length > lineWidth && !/^[[%]/.test(whole);
    if (this.#column > 0) this.#parts.push(breaks ? '\n' : ' ');
    this.#column = this.#column > 0 && !breaks ? this.#column + 1 + whole.length : whole.length;
    this.#parts.push(whole);
  }

  /** @param {string} text */
  comment(text) {
    const words = text.split(/\s+/).filter(Boolean);
    // A brace would end the comment, so use a semicolon comment, which ends with the line.
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

/** @param {Node} node @param {Text} text */
function writeNotes(node, text) {
  const [sign, comment] = [writtenSign(node), writtenComment(node)];
  if (sign) text.add(`$${glyphs.indexOf(sign)}`);
  for (const nag of node.nags.split(' ')) if (nag) text.add(nag);
  if (comment) text.comment(comment);
}

/** @typedef {import('../protocol/parse.js').View} View */
/** @typedef {import('../protocol/referee.js').Referee} Referee */

/** Values of PGN's tag Termination by reason, as in crown-match. @type {Record<string, string>} */
const terminations = {
  repetition: 'adjudication', quiet: 'adjudication', 'repetition-adjudication': 'adjudication', 'quiet-adjudication': 'adjudication',
  'score-adjudication-draw': 'adjudication', 'score-adjudication-win': 'adjudication', 'exact-adjudication': 'adjudication', 'max-plies': 'adjudication',
  time: 'time forfeit', 'time-loss': 'time forfeit', 'illegal-move': 'rules infraction', 'malformed-move': 'rules infraction',
  'no-move': 'rules infraction', disconnect: 'abandoned', stall: 'abandoned',
};

/** @param {Writable} game @param {Referee} referee @returns {Promise<string>} */
export async function writeGame(game, referee) {
  const position = { game: game.game, start: game.start, moves: /** @type {string[]} */ ([]) };
  const view = await referee.view(position);
  const { gameType, white } = notationOf(view);
  const form = writtenForm(view);
  const isPgn = form === 'pgn';
  const black = view.sides.find(({ name }) => name !== white)?.name ?? '';
  const result = resultText(view, game.winner);
  const isFiles = game.verdict === 'file' || game.winner === null;
  const { Event = 'crown', Site = '?', Date = dateTag(game.date), Round = '-', Result = '', ...others } = game.tags;
  /** @type {[string, string][]} */
  const tags = [
    ['Event', Event], ['Site', Site], ['Date', Date], ['Round', Round],
    ['White', game.names[white] || '?'], ['Black', game.names[black] || '?'], ['Result', (isFiles && Result) || result], ...Object.entries(others),
  ];
  const names = game.isAlgebraic && hasAlgebraic(view) ? algebraicNames(view) : null;
  // `N` and `A` mean numeric and algebraic squares; the digit is the first corner.
  if (form === 'pdn') tags.push(['GameType', names ? gameType.replace(/,N\d/, ',A0') : gameType]);
  if (form === 'plain') tags.unshift(['Game', game.game]);
  if (game.verdict && game.verdict !== 'file' && !others.Termination) tags.push(['Termination', terminations[game.verdict] ?? 'normal']);
  if (game.start !== 'startpos' || isPgn) {
    const hasFen = isPgn || form === 'pdn';
    if (hasFen) tags.push(['SetUp', '1'], ['FEN', await referee.standardFen(position)]);
    else tags.push(['Start', view.fen]);
  }
  const texts = isPgn ? await shortMoves(game, referee) : new Map();
  /** @param {string} move */
  const inNotation = (move) => (names ? move.replace(/\d+/g, (square) => names.get(square) ?? square) : move);
  const moves = writeMoves(game.root, result, {
    text: (node) => texts.get(node) ?? inNotation(node.move), firstNumber: 1, repeatsNumber: isPgn,
    secondBegins: view.turn !== '' && view.turn !== firstSide(view),
  });
  return `${writeTags(tags)}\n${moves}`;
}

/** @param {Writable} game @param {Referee} referee @returns {Promise<Map<Node, string>>} */
async function shortMoves(game, referee) {
  const texts = new Map();
  for (const node of allNodes(game.root)) {
    if (!node.parent) continue;
    const position = { game: game.game, start: game.start };
    const before = await referee.view({ ...position, moves: movesTo(node.parent) });
    texts.set(node, toSan(before, node.move, await referee.view({ ...position, moves: movesTo(node) })));
  }
  return texts;
}

/** @param {View} view @param {string} square */
const letterAt = (view, square) => (cellAt(view, square)?.piece ?? '').toUpperCase();

/** SAN of a move; piece letters are those of FEN. @param {View} view @param {string} move @param {View} after for the check sign */
function toSan(view, move, after) {
  const route = view.routes.find((each) => each.move === move);
  if (!route) return move;
  const [from, to] = [route.path[0], route.path[route.path.length - 1]];
  const letter = letterAt(view, from);
  const rivals = view.routes.filter(({ move: other, path }) =>
    other !== move && path[path.length - 1] === to && letterAt(view, path[0]) === letter);
  const sameColumn = rivals.some(({ path }) => path[0][0] === from[0]);
  const sameRow = rivals.some(({ path }) => path[0].slice(1) === from.slice(1));
  let hint = '';
  if (rivals.length > 0) hint = !sameColumn ? from[0] : !sameRow ? from.slice(1) : from;
  const sign = after.status.reason === 'checkmate' ? '#' : after.status.check ? '+' : '';
  return letter + hint + (pieceAt(view, to) ? 'x' : '') + to + sign;
}
