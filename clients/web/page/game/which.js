// Which game a text belongs to that does not say so: the one whose rules all its moves obey.
import { notationOf } from './notation.js';
import { allLegal, legalMoves, writtenMoves } from './judge.js';

/** @typedef {import('../protocol/referee.js').Referee} Referee */
/** @typedef {import('./movetext.js').WrittenGame} WrittenGame */
/** @typedef {(games: string[]) => Promise<string | null>} Choose which of them is meant; null if nobody says it */

/** The text belongs to no game of this engine; its message is the move that none allows, '' if the person did not choose. */
export class NoGame extends Error {}

/** @param {string | null} game */
function chosen(game) {
  if (game) return game;
  throw new NoGame('');
}

/**
 * @param {WrittenGame} written @param {string} start @param {string} current the open game @param {Referee} referee @param {Choose} choose
 * @returns {Promise<string>}
 */
export async function gameOf({ tags, root }, start, current, referee, choose) {
  const names = (await referee.games()).map(({ name }) => name);
  const named = tags.get('Game')?.toLowerCase();
  if (named && names.includes(named)) return named;
  const type = tags.get('GameType')?.split(',')[0].trim();
  const places = [];
  let refusal;
  for (const game of [current, ...names.filter((name) => name !== current)])
    try {
      const view = await referee.look({ game, start, moves: [] });
      places.push({ game, isOfType: notationOf(view).gameType.split(',')[0] === type });
    } catch (error) {
      refusal ??= error;
    }
  if (places.length === 0) throw refusal;
  const ofType = places.filter(({ isOfType }) => isOfType);
  const candidates = (ofType.length ? ofType : places).map(({ game }) => game);
  if (candidates.length === 1) return candidates[0];

  const texts = writtenMoves(root);
  /** @param {(place: import('../protocol/referee.js').Place, texts: string[], referee: Referee) => Promise<any>} ask */
  const each = (ask) => Promise.all(candidates.map((game) => ask({ game, start, moves: [] }, texts, referee)));
  const fits = await each(allLegal);
  const whole = candidates.filter((_, i) => fits[i]);
  if (whole.length > 1 && !whole.includes(current)) return chosen(await choose(whole));
  if (whole.length > 0) return whole[0];
  const counts = await each(legalMoves);
  const most = Math.max(...counts);
  // The rules of another game may allow its first moves by chance.
  if (most === 0 || (type && !ofType.length)) throw new NoGame(texts[most]);
  return candidates[counts.indexOf(most)];
}
