// Why the engine refused something, in the page's language.
import { Unreachable } from '../protocol/referee.js';
import { Refusal } from '../protocol/session.js';
import { sentence, t, translated } from './text.js';

/** How many moves are named that must be played instead. */
const namedMoves = 3;

/** In the engine's words where the page has none of its own, as in English. @param {unknown} error @param {string[]} [moves] that are legal */
export function refusalText(error, moves = []) {
  if (error instanceof Unreachable) return t('app.needsEngine');
  if (!(error instanceof Refusal)) return error instanceof Error ? error.message : String(error);
  return translated(`refused.${error.reason || error.code}`, { moves: moves.slice(0, namedMoves).join(', ') }) ?? sentence(error.message);
}
