// A match of crown-match as its files tell it: the finished games (--json), and those that are being played.
import { notationOf } from './notation.js';

/** @typedef {import('../protocol/view.js').View} View */

/** @typedef {{ index: number, first: string, second: string, start: string, 'to-move': number }} Pairing of a game */
/** @typedef {{ move?: string, cp?: number, mate?: number, depth?: number, pv?: string[] }} Thought */
/** @typedef {Pairing & { result: string, winner: string | null, verdict: string, moves: (Thought & { move: string })[] }} MatchGame */
/** @typedef {Pairing & { moves: string[], turn: number, 'left-us': (number | null)[], 'since-ms': number | null, last: (Thought | null)[] }} LiveGame */
/** @typedef {{ first: string, second: string, wins: number, draws: number, losses: number, elo?: { value: number | null, error: number | null } | null }} Encounter */
/** @typedef {{ game: string, games: number, scheduled: number, pairings: Encounter[], engines: { name: string }[] }} Summary */
/** @typedef {Summary & { 'written-ms': number, playing: LiveGame[] }} Live */
/** @typedef {{ games: Map<number, MatchGame>, summary: Summary | null, taken: string }} Match `taken`: the lines that were read */

/** @returns {Match} */
export const newMatch = () => ({ games: new Map(), summary: null, taken: '' });

/** The match with the lines that are new in `text`; a half-written last line is left out. @param {Match} match @param {string} text @returns {Match} */
export function readOn(match, text) {
  const known = text.startsWith(match.taken) ? match : newMatch();
  /** @param {any} item */
  const take = (item) => {
    if (Array.isArray(item)) item.forEach(take);
    else if (item.type === 'game') {
      known.games.set(item.index, item);
      known.summary = null;
    } else if (item.type === 'discarded') known.games.delete(item.index);
    else if (item.type === 'match') known.summary = item;
  };
  for (const line of text.slice(known.taken.length).split(/(?<=\n)/)) {
    try {
      if (line.trim()) take(JSON.parse(line));
    } catch {
      break;
    }
    if (line.endsWith('\n')) known.taken += line;
  }
  return known;
}

/** @param {string} text @returns {Live | null} */
export function readLive(text) {
  try {
    const live = JSON.parse(text);
    return live.type === 'live' ? live : null;
  } catch {
    return null;
  }
}

/** Sides in the order of play: the engine `first` has the first one. @param {MatchGame} game @param {string[]} sides @returns {import('../play/record.js').Ending} */
export const endingOf = ({ result, verdict }, sides) => ({ winner: { '1-0': sides[0], '0-1': sides[1] }[result] ?? '', reason: verdict });

/**
 * The players of a game and its result, in the order in which the game's results are written; without a position of the game, in
 * that of the match. @param {Pairing & { result?: string }} game @param {View | null} view @returns {{ left: string, right: string, result: string }}
 */
export function headingOf(game, view) {
  const { first, second, result = '' } = game;
  const sides = view?.sides.map(({ name }) => name) ?? [];
  const swaps = view !== null && notationOf(view).first === sides[1];
  const own = result && swaps ? result.split('-').reverse().join('-') : result;
  return { left: swaps ? second : first, right: swaps ? first : second, result: own.replace('1/2-1/2', '½-½') };
}

/** @typedef {{ name: string, points: number, wins: number, draws: number, losses: number }} Row of the standing */

/** What each engine has scored, best first. @param {Match} match @param {Live | null} [live] @returns {Row[]} */
export function standing({ games, summary }, live = null) {
  /** @type {Map<string, { name: string, wins: number, draws: number, losses: number }>} */
  const engines = new Map();
  /** @param {string} name @param {number} wins @param {number} draws @param {number} losses */
  const add = (name, wins, draws, losses) => {
    const row = engines.get(name) ?? { name, wins: 0, draws: 0, losses: 0 };
    engines.set(name, { name, wins: row.wins + wins, draws: row.draws + draws, losses: row.losses + losses });
  };
  const told = live ?? summary;
  for (const { first, second, wins, draws, losses } of told?.pairings ?? []) {
    add(first, wins, draws, losses);
    add(second, losses, draws, wins);
  }
  // A file of a match that was killed, or is of an older crown-match.
  if (!told?.pairings)
    for (const { first, second, winner } of games.values())
      for (const name of [first, second]) add(name, Number(winner === name), Number(winner === null), Number(winner !== null && winner !== name));
  return [...engines.values()].map((row) => ({ ...row, points: row.wins + row.draws / 2 })).sort((a, b) => b.points - a.points);
}
