// The dialogue of stupid checkers' specification: an invalid move costs the turn.

export const stupid = {
  invalid: 'INVALID MOVE',
  gameOver: 'GAME OVER',
  /** @param {string} side */
  from: (side) => `${side} move from: `,
  /** @param {string} side */
  to: (side) => `${side} move to: `,
  /** @param {string} side */
  wins: (side) => `${side} wins!!`,
  /** The counter of its second optional challenge. @param {number} number @param {[string, number][]} counts */
  heading: (number, counts) => `Move #${number} -- ${counts.map(([side, count]) => `${side}: ${count}`).join('  ')}`,
};

/** Whether a game's dialogue is the rude one: an invalid move costs the turn. @param {import('../protocol/view.js').View} view */
export const isRude = (view) => view.facts.get('ask-again') === 'no' && view.facts.get('pass') === 'yes';
