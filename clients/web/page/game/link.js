// A link that holds a game: the position where it began and the moves of one line.

/** @typedef {{ game: string, start: string, moves: string[] }} Place */

/** @param {Place} place @returns {string} with its `#` */
export function writeLink({ game, start, moves }) {
  const words = new URLSearchParams({ game });
  if (start !== 'startpos') words.set('start', start);
  if (moves.length) words.set('moves', moves.join(' '));
  return `#${words}`;
}

/** Null if it holds no game. @param {string} hash @returns {Place | null} */
export function readLink(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const game = words.get('game');
  if (!game) return null;
  return { game, start: words.get('start') ?? 'startpos', moves: words.get('moves')?.split(' ').filter(Boolean) ?? [] };
}
