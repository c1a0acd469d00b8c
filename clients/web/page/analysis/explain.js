// Sentences from the reasons of `why`. Loaded on demand.
import explanations from './explanations.js';
import { readReason } from '../protocol/parse.js';

/** @typedef {import('../protocol/parse.js').Reason} Reason */
/** @typedef {Record<string, string>} Texts by word of the protocol */
/** @typedef {{ one: Texts, many: Texts, and: string, moves: string[], by: Texts, result: Texts, 'result-in': Texts, sentences: Record<string, string[]> }} Language */

/**
 * The sentence of a reason: the text before its line, the line, the text after it; or one text if it shows no line. Empty without a sentence.
 * @param {string} reason the line `reason …` @param {string} move the explained move @param {string} language
 */
export function explain(reason, move, language) {
  const words = /** @type {Record<string, Language>} */ (explanations)[language];
  const read = readReason(reason);
  const values = valuesOf(read, move, words);
  const template = found(words.sentences, read.name)?.find((each) => [...each.matchAll(placeholder)].every(([, name]) => values[name]));
  if (!template) return [];
  const [before, after] = template.split('{line}').map((text) => text.replace(placeholder, (_, name) => values[name] ?? ''));
  return after === undefined ? [before] : [before, values.line ?? '', after];
}

const placeholder = /\{(\w+)\}/g;

/** @template T @param {Record<string, T>} table @param {string} [word] @returns {T | undefined} */
const found = (table, word = '') => (Object.hasOwn(table, word) ? table[word] : undefined);

/** @param {Reason} reason @param {string} move @param {Language} words @returns {Record<string, string | undefined>} by placeholder */
function valuesOf({ values, line }, move, words) {
  /** @param {string} key */
  const kinds = (key) => kindsText(values.get(key), words);
  /** @param {string} key */
  const result = (key) => {
    const plies = values.get(`${key}-plies`);
    return plies ? found(words['result-in'], values.get(key))?.replace('{n}', plies) : found(words.result, values.get(key));
  };
  return {
    move, best: line[0], line: line.slice(1).join(' '),
    lost: kinds('lost'), taken: kinds('taken'), sacrificed: kinds('sacrificed'), captured: kinds('captured'),
    moves: movesText(values.get('plies'), words), by: found(words.by, values.get('by')), before: result('before'), after: result('after'),
    square: values.get('square'), targets: listText(values.get('targets')?.split(','), words),
  };
}

/** @param {string | undefined} plies @param {Language} words */
function movesText(plies, words) {
  const moves = Math.ceil(Number(plies) / 2);
  return moves >= 0 ? (moves === 1 ? words.moves[0] : words.moves[1].replace('{n}', String(moves))) : undefined;
}

/** `man,man,king` as "2 men and a king". @param {string | undefined} kinds @param {Language} words */
function kindsText(kinds, words) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const kind of kinds?.split(',') ?? []) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return listText([...counts].map(([kind, count]) => (count === 1
    ? found(words.one, kind) ?? kind
    : (found(words.many, kind) ?? `{n} ${kind}`).replace('{n}', String(count)))), words);
}

/** @param {string[] | undefined} items @param {Language} words */
const listText = (items = [], { and }) => [items.slice(0, -1).join(', '), ...items.slice(-1)].filter(Boolean).join(and);
