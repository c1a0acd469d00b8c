// What the engine remarks about a text that it reads, in the page's language.
import { Refusal } from '../protocol/session.js';
import { refusalText } from './refusal.js';
import { named, sentence, translated } from './text.js';

/** The engine's sentences, by the key of the page's own. @type {Record<string, RegExp>} */
const patterns = {
  tag: /^the tag (?<name>\S+) is not written as /,
  quote: /^a quote within the tag (?<name>\S+) is /,
  'no-tag': /^this is no tag, .*?: (?<text>'.*')$/s,
  beginning: /^there is a (?<sign>\S) without its beginning$/,
  setup: /^a position among moves is written as /,
  'late-setup': /^a position among the moves is left out/,
  nag: /^behind \$ comes a number$/,
  variation: /^the last variation has no end/,
  comment: /^the comment that begins in line (?<line>\d+) has no end/,
  several: /^(?<word>\S+) fits several moves; (?<move>\S+) is the first/,
  'two-results': /^the tag Result says (?<tag>.+), but the moves end with (?<text>.+)$/s,
  'other-end': /^the result (?<text>.+) says .*, but by the rules the game ended /s,
  nested: /^variations nest more than (?<number>\d+) deep$/,
  large: /^the game takes more than (?<number>\d+) bytes/,
  game: /^there is no game '(?<name>.*?)'/s,
  type: /^GameType (?<type>\d+) is not among/,
  'named-type': /^GameType (?<type>\d+) is (?<game>.*), which is not among/,
};

/** In the engine's words where the page has none of its own. @param {string} text */
export function remarkText(text) {
  const [, word, reason] = /^variation: (.*?): (.*)$/s.exec(text) ?? [];
  if (word) return `${word}: ${refusalText(new Refusal(`error illegal-move ${reason}`))}`;
  for (const [key, pattern] of Object.entries(patterns)) {
    const found = pattern.exec(text);
    if (!found) continue;
    const { game = '', ...values } = found.groups ?? {};
    const own = translated(`refused.read.${key}`, game ? { ...values, game: named('game', game) } : values);
    if (own) return own;
  }
  return sentence(text);
}
