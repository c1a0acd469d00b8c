// Who plays a side, and what an engine is told for a move.

/** @typedef {{ kind: 'movetime' | 'depth' | 'nodes', value: number }} Limit */
/** @typedef {{ kind: 'human' }} Human */
/** @typedef {{ kind: 'engine', engine: number, limit: Limit, level: number, minimax: number }} Machine level: 1 to 10, or `fullStrength`; minimax: plies, 0 for the engine's own search */
/** @typedef {Human | Machine} Player */
/** @typedef {import('../protocol/options.js').Option} Option */

export const levels = 10;
export const fullStrength = 0;

/** @type {Machine} */
export const usualMachine = { kind: 'engine', engine: 0, limit: { kind: 'movetime', value: 1000 }, level: fullStrength, minimax: 0 };

/** The options that make an engine as strong as a level. @param {number} level @param {Map<string, Option>} options that it has */
export function strengthOptions(level, options) {
  /** @type {Record<string, string>} */
  const set = {};
  const elo = options.get('UCI_Elo');
  const skill = options.get('Skill Level');
  const share = level === fullStrength ? 1 : (level - 1) / (levels - 1);
  if (elo) {
    set['UCI_LimitStrength'] = String(level !== fullStrength);
    if (level !== fullStrength) set['UCI_Elo'] = String(Math.round(elo.min + share * (elo.max - elo.min)));
  } else if (skill) {
    const most = level === fullStrength ? skill.max : skill.max - 1;
    set['Skill Level'] = String(Math.round(skill.min + share * (most - skill.min)));
  }
  return set;
}

/**
 * The `go` line of a move.
 * @param {Machine} machine @param {string[]} sides in order of play @param {import('./clock.js').Clock | null} clock
 */
export function goLine(machine, sides, clock) {
  if (machine.minimax > 0) return `go minimax ${machine.minimax}`;
  const own = `${machine.limit.kind} ${machine.limit.value}`;
  if (!clock) return `go ${own}`;
  const [first, second] = sides.map((side) => Math.round(clock.left(side)));
  const { increment } = clock.control;
  const times = `wtime ${first} btime ${second} winc ${increment} binc ${increment}`;
  return machine.limit.kind === 'movetime' ? `go ${times}` : `go ${times} ${own}`;
}
