// The referee: an engine that is asked about positions, and never searches.
import { Refusal } from './session.js';
import { readView } from './view.js';

/** @typedef {import('./view.js').View} View */
/** @typedef {{ game: string, start: string, moves: string[] }} Place a game, where it began ('startpos' or a text), and its moves */
/** @typedef {{ played: { move: string, side: string }[], refusal: Refusal | null, winner: string | null }} Played side: who moved; refusal: why the next move is none; winner: as in `winnerIn` */

/** How many positions are cached. */
const remembered = 400;

/** @param {Place} place */
export function positionLine({ game, start, moves }) {
  const played = moves.length ? ` moves ${moves.join(' ')}` : '';
  return `position ${game} ${start}${played}`;
}

/** The winner by a STATUS; '' for a draw, null while the game goes on. @param {string[]} status */
const winnerIn = ([outcome, side]) => (outcome === 'win' ? side : outcome === 'draw' ? '' : null);

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

  /**
   * Plays moves one by one, up to the first that is refused.
   * @param {Place} place @param {string[]} moves @returns {Promise<Played>}
   */
  async follow(place, moves) {
    /** @type {string[]} */
    const answers = [];
    const lines = [positionLine(place), 'status', ...moves.map((move) => `move ${move}`), 'isready'];
    const onLine = (/** @type {string} */ line) => /^(status|moved|error) /.test(line) && answers.push(line);
    await this.#session.run({ steps: [{ lines, last: 'readyok' }], onLine }).catch((error) => {
      if (!(error instanceof Refusal)) throw error;
    });
    // Of a task that was begun twice, since the connection was lost, the last answers count.
    const told = answers.slice(-moves.length - 1);
    const refused = told.find((line) => line.startsWith('error '));
    const good = told.slice(0, refused ? told.indexOf(refused) : told.length).map((line) => line.split(' '));
    return {
      played: good.slice(1).map(([, move], i) => ({ move, side: good[i][i === 0 ? 2 : 3] })),
      refusal: refused ? new Refusal(refused) : null,
      winner: winnerIn(good[good.length - 1].slice(good.length > 1 ? 2 : 1)),
    };
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
