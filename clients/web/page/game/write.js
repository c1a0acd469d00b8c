// A game as a file: PDN, PGN, or the plain form with the same structure.
import { allNodes, movesTo } from './tree.js';
import { algebraicNames, firstSide, hasAlgebraic, notationOf, resultText, writtenForm } from './notation.js';
import { dateTag } from './tags.js';
import { cellAt, pieceAt } from '../protocol/view.js';
import { writeMoves, writeTags } from './movetext.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('../protocol/view.js').View} View */
/** @typedef {import('../protocol/referee.js').Referee} Referee */
/** @typedef {import('./types.js').Writable} Writable */

/** The values that PGN has for this tag, by reason; as crown-match writes them. @type {Record<string, string>} */
const terminations = {
  repetition: 'adjudication', quiet: 'adjudication', 'repetition-adjudication': 'adjudication', 'quiet-adjudication': 'adjudication',
  'score-adjudication-draw': 'adjudication', 'score-adjudication-win': 'adjudication', 'exact-adjudication': 'adjudication', 'max-plies': 'adjudication',
  time: 'time forfeit', 'time-loss': 'time forfeit', 'illegal-move': 'rules infraction', 'malformed-move': 'rules infraction',
  'no-move': 'rules infraction', disconnect: 'abandoned', stall: 'abandoned',
};

/** @param {string} reason */
const terminationOf = (reason) => terminations[reason] ?? 'normal';

/** @param {Writable} game @param {Referee} referee @returns {Promise<string>} */
export async function writeGame(game, referee) {
  const place = { game: game.game, start: game.start, moves: /** @type {string[]} */ ([]) };
  const view = await referee.look(place);
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
  // `N` and `A` say how squares are named, the digit in which corner that begins.
  if (form === 'pdn') tags.push(['GameType', names ? gameType.replace(/,N\d/, ',A0') : gameType]);
  if (form === 'plain') tags.unshift(['Game', game.game]);
  if (game.verdict && game.verdict !== 'file' && !others.Termination) tags.push(['Termination', terminationOf(game.verdict)]);
  if (game.start !== 'startpos' || isPgn) {
    const hasFen = isPgn || form === 'pdn';
    if (hasFen) tags.push(['SetUp', '1'], ['FEN', await referee.standardFen(place)]);
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
    const place = { game: game.game, start: game.start };
    const before = await referee.look({ ...place, moves: movesTo(node.parent) });
    texts.set(node, toSan(before, node.move, await referee.look({ ...place, moves: movesTo(node) })));
  }
  return texts;
}

/** @param {View} view @param {string} square */
const letterAt = (view, square) => (cellAt(view, square)?.piece ?? '').toUpperCase();

/** In SAN, with the letters of FEN in upper case. @param {View} view @param {string} move @param {View | null} [after] for the check or mate sign */
function toSan(view, move, after = null) {
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
  const sign = !after ? '' : after.status.reason === 'checkmate' ? '#' : after.status.check ? '+' : '';
  return letter + hint + (pieceAt(view, to) ? 'x' : '') + to + sign;
}
