// Remarks of the engine's `read` about a text, in the page's language.
import { sentence, translated } from './text.js';

/** What they say, by the ends of the keys of their texts. @type {Record<string, RegExp>} */
const remarks = {
  variation: /^variation: (?<move>[^:]+): (?<reason>[a-z-]+): /,
  unopened: /^there is a (?<sign>\S) without its beginning$/,
  unclosed: /^the comment that begins in line (?<line>\d+) has no end: /,
  endless: /^the last variation has no end: /,
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

/** In the engine's words where the page has none of its own, as in English. @param {string} text */
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
