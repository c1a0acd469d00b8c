// Why the engine refused something, in the page's language.
import { Unreachable } from '../protocol/referee.js';
import { Refusal } from '../protocol/session.js';
import { sentence, t, translated } from './text.js';

/** How many moves are named that must be played instead. */
const namedMoves = 3;

/** What went wrong in the browser, without its own words for it. @param {unknown} error */
function failureText(error) {
  console.warn(error);
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return t('failed.full');
  if (error instanceof DOMException && error.name === 'SecurityError') return t('failed.blocked');
  if (error instanceof TypeError && /fetch|import|loading/i.test(error.message)) return t('failed.loading');
  return t('failed.unknown');
}

/** In the engine's words where the page has none of its own, as in English. @param {unknown} error @param {string[]} [moves] that are legal */
export function refusalText(error, moves = []) {
  if (error instanceof Unreachable) return t('app.needsEngine');
  if (!(error instanceof Refusal)) return failureText(error);
  const key = `refused.${error.reason || error.code}`;
  const named = moves.length ? translated(`${key}.moves`, { moves: moves.slice(0, namedMoves).join(', ') }) : undefined;
  return named ?? translated(key) ?? sentence(error.message);
}
