// What a person chose on the page of the games: the own colour, and the level of the engine.
import { local } from '../storage/values.js';
import { fullStrength, levels, usualMachine } from './players.js';

/** @typedef {'light' | 'dark' | 'either'} Colour */
/** @typedef {import('./players.js').Player} Player */
/** @typedef {import('../protocol/view.js').View} View */

const keys = { colour: 'crown.play-as', level: 'crown.level' };
export const colours = /** @type {const} */ (['light', 'dark', 'either']);
/** Those of the row of levels, from the weakest. */
export const offeredLevels = [...Array.from({ length: levels }, (_, i) => i + 1), fullStrength];

/** @returns {{ colour: Colour, level: number }} */
export function ownChoice() {
  const level = local.get(keys.level);
  return {
    colour: colours.find((each) => each === local.get(keys.colour)) ?? 'light',
    level: offeredLevels.find((each) => String(each) === level) ?? usualMachine.level,
  };
}

/** @param {{ colour?: Colour, level?: number }} part */
export function keepChoice(part) {
  for (const name of /** @type {const} */ (['colour', 'level'])) if (part[name] !== undefined) local.set(keys[name], String(part[name]));
}

/** One person of the chosen colour against an engine of the chosen level. @param {View} view @param {import('./players.js').Machine} [machine] @returns {Record<string, Player>} */
export function chosenPlayers({ sides }, machine = usualMachine) {
  const { colour, level } = ownChoice();
  const wanted = colour === 'either' ? colours[Math.floor(2 * Math.random())] : colour;
  const own = sides.find((side) => side.colour === wanted) ?? sides[0];
  return Object.fromEntries(sides.map(({ name }) => [name, name === own.name ? { kind: 'human' } : { ...machine, level: machine.minimax ? machine.level : level }]));
}
