// Reads games and positions: PDN, PGN, crown-match's plain form, lists of moves, and position texts. The engine validates all moves.
import { copyLegal } from './judge.js';
import { movesIn, readGames } from './movetext.js';
import { keptTags, toldIn } from './tags.js';
import { addMove, newTree } from './tree.js';
import { notationOf, winnerOf } from './notation.js';
import { gameOf, NoGame } from './which.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('./movetext.js').WrittenGame} WrittenGame */
/** @typedef {import('./which.js').Choose} Choose */
/** @typedef {import('../protocol/referee.js').Referee} Referee */

/**
 * @typedef {object} ReadGame
 * @property {string} game
 * @property {string} start
 * @property {Node} root
 * @property {string | null} said the winner by the text; '' for a draw, null where it says none
 * @property {string | null} winner the same by the rules, else by the text
 * @property {Record<string, string>} names by side
 * @property {Record<string, string>} tags
 * @property {import('./judge.js').Complaint | null} complaint why the rest was left out
 * @property {boolean} [isTorn] a comment had no end
 * @property {boolean} [atEnd] it is to be looked at where it ends
 */

/** The games of a text, not yet judged: null for a text that must be a position or a list of moves. @param {string} text @returns {WrittenGame[] | null} */
export const writtenGames = (text) => (/^[ \t]*\[\s*\w+\s+"/m.test(text) ? readGames(plainAsMoves(text)) : null);

/** A position, else a list of moves; the first refusal if it is neither. @param {string} text @param {string} current the game for texts that name none @param {Referee} referee @param {Choose} choose @returns {Promise<ReadGame[]>} */
export async function readUntagged(text, current, referee, choose) {
  const games = (await referee.games()).map(({ name }) => name);
  try {
    return [await readPosition(text.trim(), current, games, referee)];
  } catch (refusal) {
    const found = [];
    try {
      for (const written of readGames(plainAsMoves(text))) found.push(await readWritten(written, current, referee, choose));
    } catch (error) {
      throw error instanceof NoGame && !error.message ? error : refusal;
    }
    if (found.length === 0) throw refusal;
    return found;
  }
}

/** `GAME TEXT moves …` as `position` has it, a text alone, or the three lines of a board file. @param {string} text @param {string} current @param {string[]} games @param {Referee} referee @returns {Promise<ReadGame>} */
async function readPosition(text, current, games, referee) {
  const words = text.replace(/^position\s+/i, '').split(/\s+/);
  const named = games.includes(words[0]?.toLowerCase());
  const candidates = named ? [/** @type {string} */ (words.shift()).toLowerCase()] : [current, ...games.filter((name) => name !== current)];
  if (words[0]?.toLowerCase() === 'fen') words.shift();
  const cut = words.indexOf('moves');
  const moves = cut < 0 ? [] : movesIn(words.splice(cut).slice(1).join(' '));
  const lines = text.split('\n').map((line) => line.trim()).filter(Boolean);
  const isFile = !named && cut < 0 && lines.length === 3 && /^\d+$/.test(lines[0]);
  const start = isFile ? [lines[0], ...lines.slice(1).map(compactPieces)].join(' ') + ' w' : words.join(' ');
  const game = await firstAccepting(candidates, start, referee);
  const root = newTree();
  const { complaint } = await copyLegal({ game, start, moves: [] }, root, treeOf(moves), referee);
  return { game, start, root, said: null, winner: null, names: {}, tags: {}, atEnd: true, complaint };
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

/** @param {string[]} moves */
function treeOf(moves) {
  const root = newTree();
  let node = root;
  for (const move of moves) node = addMove(node, move);
  return root;
}

/** @param {WrittenGame} written @param {string} current @param {Referee} referee @param {Choose} choose @returns {Promise<ReadGame>} */
export async function readWritten(written, current, referee, choose) {
  const { tags } = written;
  const start = tags.get('FEN') ?? tags.get('Start') ?? 'startpos';
  const game = await gameOf(written, start, current, referee, choose);
  const view = await referee.look({ game, start, moves: [] });
  const root = newTree();
  root.comment = written.root.comment;
  const { complaint, winner } = await copyLegal({ game, start, moves: [] }, root, written.root, referee);
  const { white } = notationOf(view);
  const names = Object.fromEntries(view.sides.map(({ name }, i) => [
    name, toldIn(tags.get(name === white ? 'White' : 'Black') ?? tags.get(i === 0 ? 'First' : 'Second')),
  ]));
  const said = winnerOf(view, tags.get('Result') ?? '') ?? winnerOf(view, written.result);
  return { game, start, root, said, winner: winner ?? said, names, tags: { Date: '????.??.??', ...keptTags(tags) }, complaint, isTorn: written.isTorn };
}

/** The lines `12 first G6-H5 +0.12/9 0.034s` of crown-match as moves with comments. @param {string} text */
function plainAsMoves(text) {
  return text.replace(/^\d+ (?:first|second) (\S+)(?: (.*))?$/gm, (_, move, comment) => `${move}${comment ? ` {${comment}}` : ''}`);
}
