// Reads games and positions: PDN, PGN, crown-match's plain form, and position texts. The engine validates all moves.
import { readGame, splitGames } from './movetext.js';
import { fromSan } from './san.js';
import { addMove, newTree } from './tree.js';
import { notationOf, winnerOf } from './notation.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('../protocol/referee.js').Referee} Referee */
/** @typedef {import('../protocol/view.js').View} View */
/** @typedef {{ game: string, start: string, root: Node, winner: string | null, names: Record<string, string>, complaint: string, atEnd?: boolean }} ReadGame complaint: why the rest was left out; atEnd: where it is to be looked at */

/** @param {string} text @param {string} current the game for texts that name none @param {Referee} referee @returns {Promise<ReadGame[]>} */
export async function readText(text, current, referee) {
  const trimmed = text.trim();
  if (/^\[\s*\w+\s+"/m.test(trimmed)) return Promise.all(splitGames(trimmed).map((each) => readTagged(each, current, referee)));
  const games = await referee.games();
  return [await readPosition(trimmed, current, games.map(({ name }) => name), referee)];
}

/** `GAME TEXT moves …` as `position` has it, a text alone, or the three lines of a board file. @param {string} text @param {string} current @param {string[]} games @param {Referee} referee @returns {Promise<ReadGame>} */
async function readPosition(text, current, games, referee) {
  const words = text.replace(/^position\s+/i, '').split(/\s+/);
  const named = games.includes(words[0]?.toLowerCase());
  const candidates = named ? [/** @type {string} */ (words.shift()).toLowerCase()] : [current, ...games.filter((name) => name !== current)];
  if (words[0]?.toLowerCase() === 'fen') words.shift();
  const cut = words.indexOf('moves');
  const moves = cut < 0 ? [] : words.splice(cut).slice(1);
  const lines = text.split('\n').map((line) => line.trim()).filter(Boolean);
  const isFile = !named && cut < 0 && lines.length === 3 && /^\d+$/.test(lines[0]);
  const starts = isFile ? [[lines[0], ...lines.slice(1).map(compactPieces)].join(' ') + ' w'] : [words.join(' ')];
  const [game, start] = await firstAccepted(candidates, starts, referee);
  const root = newTree();
  return { game, start, root, winner: null, names: {}, atEnd: true, complaint: await judge({ game, start }, root, treeOf(moves), referee) };
}

/** Pieces of a board file: spaces around commas and a last comma do not count. @param {string} line */
const compactPieces = (line) => line.split(',').map((piece) => piece.trim()).filter(Boolean).join(',');

/** The first refusal, if no game accepts the text. @param {string[]} games @param {string[]} starts @param {Referee} referee */
async function firstAccepted(games, starts, referee) {
  let refusal;
  for (const game of games)
    for (const start of starts)
      try {
        await referee.look({ game, start, moves: [] });
        return [game, start];
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

/** @param {string} text @param {string} current @param {Referee} referee @returns {Promise<ReadGame>} */
async function readTagged(text, current, referee) {
  const { tags, root: written, result } = readGame(plainAsMoves(text));
  const start = tags.get('FEN') ?? tags.get('Start') ?? 'startpos';
  const game = await gameOf(tags, start, current, referee);
  const view = await referee.look({ game, start, moves: [] });
  const root = newTree();
  root.comment = written.comment;
  const complaint = await judge({ game, start }, root, written, referee);
  const { white } = notationOf(view);
  const names = Object.fromEntries(view.sides.map(({ name }, i) => [
    name, tags.get(name === white ? 'White' : 'Black') ?? tags.get(i === 0 ? 'First' : 'Second') ?? '',
  ]));
  return { game, start, root, winner: winnerOf(view, tags.get('Result') ?? result), names, complaint };
}

/** The lines `12 first G6-H5 +0.12/9 0.034s` of crown-match as moves with comments. @param {string} text */
function plainAsMoves(text) {
  return text.replace(/^\d+ (?:first|second) (\S+)(?: (.*))?$/gm, (_, move, comment) => `${move}${comment ? ` {${comment}}` : ''}`);
}

/** The game in the tags, else the first with this notation. @param {Map<string, string>} tags @param {string} start @param {string} current @param {Referee} referee */
async function gameOf(tags, start, current, referee) {
  const named = tags.get('Game');
  if (named) return named;
  const gameType = tags.get('GameType')?.split(',')[0];
  const form = gameType === undefined ? 'pgn' : 'pdn';
  const games = await referee.games();
  const ordered = [current, ...games.map(({ name }) => name).filter((name) => name !== current)];
  for (const name of ordered) {
    const view = await referee.look({ game: name, start, moves: [] }).catch(() => null);
    const notation = view && notationOf(view);
    if (notation?.form === form && (gameType === undefined || notation.gameType.split(',')[0] === gameType)) return name;
  }
  return current;
}

/** Copies the legal moves; returns the engine's message if some are not. @param {{ game: string, start: string }} place @param {Node} to @param {Node} from @param {Referee} referee @param {string[]} [moves] @returns {Promise<string>} */
async function judge(place, to, from, referee, moves = []) {
  let complaint = '';
  for (const written of from.children) {
    const here = { ...place, moves };
    try {
      const view = await referee.look(here);
      const meant = notationOf(view).form === 'pgn' ? fromSan(view, written.move) : written.move;
      const [move] = await referee.check(here, [meant]);
      const node = addMove(to, move);
      const { comment, glyph, judgement, isEngines } = written;
      Object.assign(node, { comment, glyph, judgement, isEngines, side: view.turn });
      complaint ||= await judge(place, node, written, referee, [...moves, move]);
    } catch (error) {
      complaint ||= `${written.move}: ${error instanceof Error ? error.message : error}`;
    }
  }
  return complaint;
}
