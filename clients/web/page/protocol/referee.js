// The referee: an engine that is asked about positions, and never searches.
import { readView } from './view.js';

/** @typedef {import('./view.js').View} View */
/** @typedef {{ game: string, start: string, moves: string[] }} Place a game, where it began ('startpos' or a text), and its moves */

/** How many positions are cached. */
const remembered = 400;

/** @param {Place} place */
export function positionLine({ game, start, moves }) {
  const played = moves.length ? ` moves ${moves.join(' ')}` : '';
  return `position ${game} ${start}${played}`;
}

export class Referee {
  /** @type {Map<string, Promise<View>>} */ #views = new Map();
  #session;

  /** @param {import('./session.js').Session} session */
  constructor(session) {
    this.#session = session;
  }

  /** The board and the legal moves. Throws Refused if it is not a position. @param {Place} place @returns {Promise<View>} */
  look(place) {
    const line = positionLine(place);
    const known = this.#views.get(line);
    if (known) return known;
    const view = this.#session.ask([line, 'fen', 'status', 'squares', 'legalmoves squares']).then(readView);
    this.#views.set(line, view);
    view.catch(() => this.#views.delete(line));
    const oldest = this.#views.keys().next().value;
    if (this.#views.size > remembered && oldest !== undefined) this.#views.delete(oldest);
    return view;
  }

  /** The moves as the engine writes them. Throws Refused, with the reason, if one is illegal. @param {Place} place @param {string[]} moves @returns {Promise<string[]>} */
  async check(place, moves) {
    const lines = await this.#session.ask([positionLine(place), `move ${moves.join(' ')}`]);
    const answer = lines.find((line) => line.startsWith('moved ')) ?? '';
    return answer.split(' ').slice(1, 1 + moves.length);
  }

  /** As FEN or PDN FEN. Throws Refused if the game has none. @param {Place} place @returns {Promise<string>} */
  async standardFen(place) {
    const lines = await this.#session.ask([positionLine(place), 'fen standard']);
    const answer = lines.find((line) => line.startsWith('fen ')) ?? '';
    return answer.split(' ').slice(2).join(' ');
  }

  /** @returns {Promise<{ name: string, title: string }[]>} */
  async games() {
    const lines = await this.#session.ask(['games']);
    return lines.filter((line) => line.startsWith('game ')).map((line) => {
      const [, name, ...title] = line.split(' ');
      return { name, title: title.join(' ') };
    });
  }
}
