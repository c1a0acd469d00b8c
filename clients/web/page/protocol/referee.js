// The referee: an engine that is asked about positions, and never searches.
import { GivenUp, Refusal } from './session.js';
import { readView } from './view.js';

/** @typedef {import('./view.js').View} View */
/** @typedef {{ game: string, start: string, moves: string[] }} Place a game, where it began ('startpos' or a text), and its moves */

/** How many positions are cached. */
const remembered = 400;

/** The answer to a line, asked for unless it is known. @template T @param {Map<string, Promise<T>>} answers @param {string} line @param {() => Promise<T>} ask @returns {Promise<T>} */
function remember(answers, line, ask) {
  const known = answers.get(line);
  if (known) return known;
  const answer = ask();
  answers.set(line, answer);
  answer.catch(() => answers.delete(line));
  const oldest = answers.keys().next().value;
  if (answers.size > remembered && oldest !== undefined) answers.delete(oldest);
  return answer;
}

/** @param {Place} place */
export function positionLine({ game, start, moves }) {
  const played = moves.length ? ` moves ${moves.join(' ')}` : '';
  return `position ${game} ${start}${played}`;
}

/** The answer is not known yet, and there is no connection to ask for it. */
export class Unreachable extends Error {}

export class Referee {
  /** @type {Map<string, Promise<View>>} */ #views = new Map();
  /** FENs by position. @type {Map<string, Promise<string>>} */ #fens = new Map();
  /** @type {Promise<{ name: string, title: string }[]> | null} */ #games = null;
  /** Questions without an answer yet. @type {Set<AbortController>} */ #asked = new Set();
  #isReachable = true;
  #session;
  #known;

  /** @param {import('./session.js').Session} session @param {Record<string, string[]>} [known] answers that need not be asked for, by the lines that ask */
  constructor(session, known = {}) {
    this.#session = session;
    this.#known = known;
  }

  /** While it cannot be reached, what is not known is refused with Unreachable, now and later, instead of waiting for a connection. */
  set isReachable(/** @type {boolean} */ on) {
    this.#isReachable = on;
    if (!on) for (const each of this.#asked) each.abort();
  }

  /** @param {string[]} lines @returns {Promise<string[]>} */
  async #ask(lines) {
    return this.#known[lines.join('\n')] ?? this.tell([lines]);
  }

  /**
   * Sends many lines, a block of them at a time. Throws Unreachable if it was stopped.
   * @param {string[][]} blocks @param {(line: string) => void} [onLine] every answer; of a task that was begun twice, since the connection was lost, those of both
   * @param {AbortSignal} [signal] gives up before the next block @returns {Promise<string[]>}
   */
  async tell(blocks, onLine, signal) {
    if (!this.#isReachable || signal?.aborted) throw new Unreachable();
    const stop = new AbortController();
    signal?.addEventListener('abort', () => stop.abort());
    this.#asked.add(stop);
    try {
      return await this.#session.run({ steps: blocks.map((lines) => ({ lines: [...lines, 'isready'], last: 'readyok' })), signal: stop.signal, onLine });
    } catch (error) {
      throw error instanceof GivenUp ? new Unreachable() : error;
    } finally {
      this.#asked.delete(stop);
    }
  }

  /** The board and the legal moves. Throws Refused if it is not a position. @param {Place} place @returns {Promise<View>} */
  look(place) {
    const line = positionLine(place);
    return remember(this.#views, line, () => this.#ask([line, 'fen', 'status', 'squares', 'legalmoves squares']).then(readView));
  }

  /** All answers to questions about a position, such as `book`. Throws Refused. @param {Place} place @param {string[]} questions @returns {Promise<string[]>} */
  ask(place, questions) {
    return this.#ask([positionLine(place), ...questions]);
  }

  /** The moves as the engine writes them. Throws Refused, with the reason, if one is illegal. @param {Place} place @param {string[]} moves @returns {Promise<string[]>} */
  async check(place, moves) {
    const lines = await this.#ask([positionLine(place), `move ${moves.join(' ')}`]);
    const answer = lines.find((line) => line.startsWith('moved ')) ?? '';
    return answer.split(' ').slice(1, 1 + moves.length);
  }

  /** A move as people write it: as `move` takes it, or in SAN. Throws Refused. @param {Place} place @param {string} text @returns {Promise<string>} */
  async meaning(place, text) {
    try {
      return (await this.check(place, [text]))[0];
    } catch (refusal) {
      if (!(refusal instanceof Refusal) || refusal.reason !== 'unreadable') throw refusal;
      const { fen } = await this.look(place);
      const lines = await this.#ask([`read begin ${place.game}`, `read line [Start "${fen}"]`, `read line ${text}`, 'read end']);
      const moves = lines.filter((line) => line.startsWith('readmove '));
      if (moves.length !== 1 || lines.some((line) => /^read(error|warning) /.test(line))) throw refusal;
      return moves[0].slice('readmove '.length);
    }
  }

  /** As FEN or PDN FEN. Throws Refused if the game has none. @param {Place} place @returns {Promise<string>} */
  standardFen(place) {
    const line = positionLine(place);
    return remember(this.#fens, line, () => this.#ask([line, 'fen standard']).then((lines) => {
      const answer = lines.find((each) => each.startsWith('fen ')) ?? '';
      return answer.split(' ').slice(2).join(' ');
    }));
  }

  /** @returns {Promise<{ name: string, title: string }[]>} */
  games() {
    this.#games ??= this.#ask(['games']).then((lines) => lines.filter((line) => line.startsWith('game ')).map((line) => {
      const [, name, ...title] = line.split(' ');
      return { name, title: title.join(' ') };
    }));
    this.#games.catch(() => (this.#games = null));
    return this.#games;
  }
}
