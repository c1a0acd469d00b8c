// The players of a game, and the settings of engines.
import { local } from '../storage/values.js';

/** @typedef {{ kind: 'movetime' | 'depth' | 'nodes', value: number }} Limit */
/** @typedef {{ kind: 'human' }} Human */
/** @typedef {{ kind: 'engine', engine: number, limit: Limit, level: number, minimax: number }} EnginePlayer level: 1 to `levels`, or `fullStrength`; minimax: plies, 0 for the engine's own search */
/** @typedef {Human | EnginePlayer} Player */
/** @typedef {import('../protocol/engines.js').Option} Option */

export const levels = 16;
export const fullStrength = 0;

/** Loses to a player who only looks for captures (`scripts/prove levels greedy GAME`). @type {EnginePlayer} */
export const defaultEngine = { kind: 'engine', engine: 0, limit: { kind: 'movetime', value: 1000 }, level: 1, minimax: 0 };

/** Options for a level. @param {number} level @param {Map<string, Option>} options that it has @param {number} [seed] of its mistakes */
export function strengthOptions(level, options, seed = 0) {
  /** @type {Record<string, string>} */
  const set = {};
  const elo = options.get('UCI_Elo');
  const skill = options.get('Skill Level');
  if (elo) {
    const isLimited = level !== fullStrength;
    set['UCI_LimitStrength'] = String(isLimited);
    if (isLimited) set['UCI_Elo'] = String(Math.round(elo.min + shareOf(level) * (elo.max - elo.min)));
    if (isLimited && options.has('Strength Seed')) set['Strength Seed'] = String(seed);
  } else if (skill) {
    const max = level === fullStrength ? skill.max : skill.max - 1;
    set['Skill Level'] = String(Math.round(skill.min + shareOf(level) * (max - skill.min)));
  }
  return set;
}

/** @param {number} level */
const shareOf = (level) => (level === fullStrength ? 1 : (level - 1) / (levels - 1));

/** Seed of the engine's mistakes: the same after a reload. @param {string} id of the game */
export function seedOf(id) {
  const seeds = 1000000;
  return [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % seeds, 7);
}

/**
 * The `go` line of a move.
 * @param {EnginePlayer} enginePlayer @param {string[]} sides in order of play @param {import('./current_game.js').Clock | null} clock
 */
export function goLine(enginePlayer, sides, clock) {
  if (enginePlayer.minimax > 0) return `go minimax ${enginePlayer.minimax}`;
  const own = `${enginePlayer.limit.kind} ${enginePlayer.limit.value}`;
  if (!clock) return `go ${own}`;
  const [first, second] = sides.map((side) => Math.round(clock.left(side)));
  const { increment } = clock.control;
  const times = `wtime ${first} btime ${second} winc ${increment} binc ${increment}`;
  return enginePlayer.limit.kind === 'movetime' ? `go ${times}` : `go ${times} ${own}`;
}

/** @typedef {'light' | 'dark' | 'either'} Colour */
/** @typedef {import('../protocol/parse.js').View} View */

/** A person against the default engine. @param {View} view @returns {Record<string, Player>} */
export const defaultPlayers = ({ sides }) => ({ [sides[0].name]: { kind: 'human' }, [sides[1].name]: defaultEngine });

const keys = { colour: 'crown.play-as', level: 'crown.level' };
export const colours = /** @type {const} */ (['light', 'dark', 'either']);
/** From the weakest. */
export const offeredLevels = [...Array.from({ length: levels }, (_, i) => i + 1), fullStrength];

/** @returns {{ colour: Colour, level: number }} */
export function savedChoice() {
  const level = local.get(keys.level);
  return {
    colour: colours.find((each) => each === local.get(keys.colour)) ?? 'light',
    level: offeredLevels.find((each) => String(each) === level) ?? defaultEngine.level,
  };
}

/** @param {{ colour?: Colour, level?: number }} part */
export function saveChoice(part) {
  for (const name of /** @type {const} */ (['colour', 'level'])) if (part[name] !== undefined) local.set(keys[name], String(part[name]));
}

/** A person of the chosen colour against an engine of the chosen level. @param {View} view @param {EnginePlayer} [enginePlayer] @returns {Record<string, Player>} */
export function chosenPlayers({ sides }, enginePlayer = defaultEngine) {
  const { colour, level } = savedChoice();
  const wanted = colour === 'either' ? colours[Math.floor(2 * Math.random())] : colour;
  const own = sides.find((side) => side.colour === wanted) ?? sides[0];
  return Object.fromEntries(sides.map(({ name }) => [name, name === own.name ? { kind: 'human' } : { ...enginePlayer, level: enginePlayer.minimax ? enginePlayer.level : level }]));
}
