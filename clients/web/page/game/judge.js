// What the engine says of the moves of a written game: which are legal, and which game they belong to.
import { addMove } from './tree.js';
import { notationOf } from './notation.js';
import { fromSan } from './san.js';
import { Refusal } from '../protocol/session.js';

/** @typedef {import('./tree.js').Node} Node */
/** @typedef {import('../protocol/referee.js').Referee} Referee */
/** @typedef {import('../protocol/referee.js').Played} Played */
/** @typedef {import('../protocol/referee.js').Place} Place */
/** @typedef {{ move: string, refusal: Refusal, legal: string[] }} Complaint legal: the moves that could be played instead */

/** @param {Node | undefined} first @returns {Node[]} it and its main line */
function chainFrom(first) {
  const chain = [];
  for (let node = first; node; node = node.children[0]) chain.push(node);
  return chain;
}

/** The moves of the main line, as they are written. @param {Node} root */
export const writtenMoves = (root) => chainFrom(root.children[0]).map(({ move }) => move);

/** @param {Place} place @param {string[]} texts @param {Referee} referee */
const isShort = async (place, texts, referee) =>
  texts.some((text) => /^[A-Z]/.test(text)) && notationOf(await referee.look({ ...place, moves: [] })).form === 'pgn';

/** As `Referee.follow`, for texts that may be SAN. @param {Place} place @param {string[]} texts @param {Referee} referee @returns {Promise<Played>} */
async function follow(place, texts, referee) {
  if (!(await isShort(place, texts, referee))) return referee.follow(place, texts);
  const played = [];
  const moves = [...place.moves];
  for (const text of texts) {
    const view = await referee.look({ ...place, moves });
    const move = fromSan(view, text);
    if (!view.moves.includes(move)) break;
    played.push({ move, side: view.turn });
    moves.push(move);
  }
  return { ...(await referee.follow({ ...place, moves }, texts.slice(played.length, played.length + 1))), played };
}

/** How many moves of a line are legal in a game. @param {Place} place @param {string[]} texts @param {Referee} referee */
export const legalMoves = async (place, texts, referee) => (await follow(place, texts, referee)).played.length;

/** Whether all are, which is asked in one line. @param {Place} place @param {string[]} texts @param {Referee} referee */
export async function allLegal(place, texts, referee) {
  if (await isShort(place, texts, referee)) return (await legalMoves(place, texts, referee)) === texts.length;
  return texts.length === 0 || referee.check(place, texts).then(() => true, (error) => {
    if (error instanceof Refusal) return false;
    throw error;
  });
}

/**
 * Copies the legal moves of a written game, with their comments and signs.
 * @param {Place} place @param {Node} to @param {Node} written @param {Referee} referee
 * @returns {Promise<{ complaint: Complaint | null, winner: string | null }>} complaint: the first that is not legal; winner: what the rules say of the end
 */
export async function copyLegal(place, to, written, referee) {
  if (!written.children.length) return { complaint: null, winner: null };
  /** @type {Complaint[]} */
  const complaints = [];

  /** @param {Node} first @param {Node} root @param {string[]} before @param {boolean} isMain */
  const copy = async (first, root, before, isMain) => {
    const chain = chainFrom(first);
    const { played, refusal, winner } = await follow({ ...place, moves: before }, chain.map(({ move }) => move), referee);
    if (refusal) {
      const { moves: legal } = await referee.look({ ...place, moves: [...before, ...played.map(({ move }) => move)] });
      complaints.push({ move: chain[played.length].move, refusal, legal });
    }
    let node = root;
    const moves = [...before];
    for (const [i, { move, side }] of played.entries()) {
      const { comment, glyph, nags, judgement, isEngines, parent } = chain[i];
      const from = node;
      node = Object.assign(addMove(from, move), { comment, glyph, nags, judgement, isEngines, side });
      if (isMain || i > 0) for (const other of parent?.children.slice(1) ?? []) await copy(other, from, [...moves], false);
      moves.push(move);
    }
    return winner;
  };
  const winner = await copy(written.children[0], to, [], true);
  return { complaint: complaints[0] ?? null, winner };
}
