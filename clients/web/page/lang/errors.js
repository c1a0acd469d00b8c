// Errors of the engine, and its remarks about texts, in the page's language.
import { Unreachable } from '../protocol/referee.js';
import { Refusal } from '../protocol/session.js';
import { sentence, t, translated } from './text.js';

/** How many legal moves a message names. */
const namedMoves = 3;

/** The browser's error as a sentence of the page. @param {unknown} error */
function failureText(error) {
  console.warn(error);
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return t('failed.full');
  if (error instanceof DOMException && error.name === 'SecurityError') return t('failed.blocked');
  if (error instanceof TypeError && /fetch|import|loading/i.test(error.message)) return t('failed.loading');
  return t('failed.unknown');
}

/** An error translated, else in the engine's words. @param {unknown} error @param {string[]} [moves] legal */
export function refusalText(error, moves = []) {
  if (error instanceof Unreachable) return t('app.needsEngine');
  if (!(error instanceof Refusal)) return failureText(error);
  const key = `refused.${error.reason || error.code}`;
  const named = moves.length ? translated(`${key}.moves`, { moves: moves.slice(0, namedMoves).join(', ') }) : undefined;
  return named ?? translated(key) ?? sentence(error.message);
}

/** Patterns by the end of the text's key. @type {Record<string, RegExp>} */
const remarks = {
  variation: /^variation: (?<move>[^:]+): (?<reason>[a-z-]+): /,
  unopened: /^there is a (?<sign>\S) without its beginning$/,
  unclosed: /^the comment that begins in line (?<line>\d+) has no end: /,
  endless: /^the variation that begins in line (?<line>\d+) has no end: /,
  noTag: /^this is no tag, .*: (?<text>'.*)$/,
  tag: /^the tag (?<name>\S+) is not written as /,
  quote: /^a quote within the tag (?<name>\S+) is written as /,
  results: /^the tag Result says (?<tag>.+), but the moves end with (?<text>.+)$/,
  rules: /^the result (?<result>.+) says .+, but by the rules /,
  several: /^(?<text>\S+) fits several moves; (?<move>\S+) is the first of them$/,
  nag: /^behind \$ comes a number$/,
  left: /^a position among the moves is left out: /,
  setup: /^a position among moves is written as (?<text>.+)$/,
  game: /^there is no game (?<name>'[^']*'); /,
  type: /^GameType (?<number>\d+) is (?:.+, which is )?not among the games here$/,
};

/** A remark translated, else in the engine's words. @param {string} text */
export function remarkText(text) {
  for (const [key, pattern] of Object.entries(remarks)) {
    const { groups } = pattern.exec(text) ?? {};
    if (!groups && !pattern.test(text)) continue;
    const why = translated(`refused.${groups?.reason}`) ?? '';
    const own = translated(`refused.text.${key}`, { ...groups, ...(why && { why }) });
    if (own) return own;
  }
  return sentence(text);
}
