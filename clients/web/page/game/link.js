// A link that holds a game: the position where it began and the moves of one line.

/** @typedef {{ game: string, start: string, moves: string[] }} Place */

/** @param {Place} place @returns {string} with its `#` */
export function writeLink({ game, start, moves }) {
  const words = new URLSearchParams({ game });
  if (start !== 'startpos') words.set('start', start);
  if (moves.length) words.set('moves', moves.join(' '));
  return `#${words}`;
}

/** Links have underscores for blanks, as those of lichess do; no position text has an underscore of its own. @param {string} text */
const spaced = (text) => text.replaceAll('_', ' ');

/** The text of a link that is a position alone, `#GAME/FEN` or `#FEN`. @param {string} hash @param {string[]} games */
export function positionIn(hash, games) {
  const [text = ''] = new URLSearchParams(hash.replace(/^#/, '')).keys();
  const [game, ...rest] = spaced(text).split('/');
  return games.includes(game) ? `${game} ${rest.join('/')}` : spaced(text);
}

/** Null if it names no game. @param {string} hash @returns {Place | null} */
export function readLink(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const game = words.get('game');
  if (!game) return null;
  return { game, start: spaced(words.get('start') ?? words.get('fen') ?? 'startpos'), moves: words.get('moves')?.split(' ').filter(Boolean) ?? [] };
}
