// Draws: by rule, and those that an engine offers or takes.

/** @typedef {import('../protocol/view.js').View} View */
/** @typedef {import('../protocol/info.js').Info} Info */

/** Occurrences of a position, and quiet plies, that draw a game. */
const repetitions = 3;
const quietPlies = 100;
/** An engine that offers has seen nothing but scores as near to 0 as this, in hundredths of a man, in so many of its moves. */
const evenScore = 10;
const evenMoves = 5;
/** It is late in a game after so many plies, or after so many quiet ones. */
const latePlies = 40;
const lateQuiet = 20;

/** Not where a side may pass: there, positions repeat because of slips. @param {View} view @returns {import('./record.js').Ending | null} */
export function drawByRule({ status, facts }) {
  if (status.outcome !== 'ongoing' || facts.get('pass') === 'yes') return null;
  if (status.repetition >= repetitions) return { winner: '', reason: 'repetition' };
  return status.quiet >= quietPlies ? { winner: '', reason: 'quiet' } : null;
}

/** Whether an engine takes a draw: if it does not stand better. @param {Info | undefined} info its last one */
export function takesDraw(info) {
  return info?.mate === undefined ? (info?.cp ?? 1) <= 0 : info.mate < 0;
}

/** Whether an engine offers one. @param {(number | undefined)[]} scores of its moves, the latest first @param {number} plies of the game @param {number} quiet plies */
export function offersDraw(scores, plies, quiet) {
  const latest = scores.slice(0, evenMoves);
  const areEven = latest.length === evenMoves && latest.every((score) => score !== undefined && Math.abs(score) <= evenScore);
  return areEven && (plies >= latePlies || quiet >= lateQuiet);
}
