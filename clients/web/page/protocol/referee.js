// The referee: a session for questions about positions, without searches.
import { TaskAborted, Refusal } from './session.js';
import { readView } from './parse.js';

/** @typedef {import('./parse.js').View} View */
/** @typedef {{ game: string, start: string, moves: string[] }} Position start: 'startpos' or a position text */

/** Positions, and as many FENs. */
const maxCached = 400;

/** @param {Position} position */
export function positionLine({ game, start, moves }) {
  const played = moves.length ? ` moves ${moves.join(' ')}` : '';
  return `position ${game} ${start}${played}`;
}

/** The steps of a search. @param {Position} position @param {string} go the command @param {string} [last] its last answer */
export const searchSteps = (position, go, last = 'bestmove') => [
  { lines: [positionLine(position), 'isready'], last: 'readyok' }, { lines: [go], last, search: true },
];

/** There is no connection, and the answer is not cached. */
export class Unreachable extends Error {}

export class Referee {
  /** By position. @type {Map<string, Promise<View>>} */ #views = new Map();
  /** @type {Map<string, Promise<string>>} */ #fens = new Map();
  /** @type {Promise<{ name: string, title: string }[]> | null} */ #games = null;
  /** Pending requests. @type {Set<AbortController>} */ #pending = new Set();
  #isReachable = true;
  #session;
  #known;

  /** @param {import('./session.js').Session} session @param {Record<string, string[]>} [known] answers by request */
  constructor(session, known = {}) {
    this.#session = session;
    this.#known = known;
  }

  /** If false, pending and new requests throw Unreachable instead of waiting for a connection. */
  set isReachable(/** @type {boolean} */ on) {
    this.#isReachable = on;
    if (!on) for (const each of this.#pending) each.abort();
  }

  /** @param {string[]} lines @returns {Promise<string[]>} */
  async #ask(lines) {
    return this.#known[lines.join('\n')] ?? this.sendBlocks([lines]);
  }

  /**
   * A cached answer, or a new one.
   * @template T @param {Map<string, Promise<T>>} cache @param {Position} position @param {string[]} questions @param {(lines: string[]) => T} read
   */
  #cached(cache, position, questions, read) {
    const line = positionLine(position);
    let answer = cache.get(line);
    if (!answer) {
      answer = this.#ask([line, ...questions]).then(read);
      cache.set(line, answer);
      answer.catch(() => cache.delete(line));
      const [oldest] = cache.keys();
      if (cache.size > maxCached) cache.delete(oldest);
    }
    return answer;
  }

  /**
   * Sends lines block by block. Throws Unreachable if aborted.
   * @param {string[][]} blocks @param {(line: string) => void} [onLine] every answer, again after a lost connection
   * @param {AbortSignal} [signal] stops before the next block @returns {Promise<string[]>}
   */
  async sendBlocks(blocks, onLine, signal) {
    if (!this.#isReachable || signal?.aborted) throw new Unreachable();
    const stop = new AbortController();
    signal?.addEventListener('abort', () => stop.abort());
    this.#pending.add(stop);
    try {
      return await this.#session.run({ steps: blocks.map((lines) => ({ lines: [...lines, 'isready'], last: 'readyok' })), signal: stop.signal, onLine });
    } catch (error) {
      throw error instanceof TaskAborted ? new Unreachable() : error;
    } finally {
      this.#pending.delete(stop);
    }
  }

  /** Board and legal moves. Throws Refusal if the position is invalid. @param {Position} position @returns {Promise<View>} */
  view(position) {
    return this.#cached(this.#views, position, ['fen', 'status', 'squares', 'legalmoves squares'], readView);
  }

  /** Answers to commands such as `book` about a position. Throws Refusal. @param {Position} position @param {string[]} questions @returns {Promise<string[]>} */
  ask(position, questions) {
    return this.#ask([positionLine(position), ...questions]);
  }

  /** Moves in the engine's notation. Throws Refusal if one is illegal. @param {Position} position @param {string[]} moves @returns {Promise<string[]>} */
  async readMoves(position, moves) {
    const lines = await this.#ask([positionLine(position), `move ${moves.join(' ')}`]);
    const answer = lines.find((line) => line.startsWith('moved ')) ?? '';
    return answer.split(' ').slice(1, 1 + moves.length);
  }

  /** A move in any form of `move` or `read`, such as SAN. Throws Refusal. @param {Position} position @param {string} text @returns {Promise<string>} */
  async readMove(position, text) {
    try {
      return (await this.readMoves(position, [text]))[0];
    } catch (refusal) {
      if (!(refusal instanceof Refusal) || refusal.reason !== 'unreadable') throw refusal;
      const { fen } = await this.view(position);
      const lines = await this.#ask([`read begin ${position.game}`, `read line [Start "${fen}"]`, `read line ${text}`, 'read end']);
      const moves = lines.filter((line) => line.startsWith('readmove '));
      if (moves.length !== 1 || lines.some((line) => /^read(error|warning) /.test(line))) throw refusal;
      return moves[0].slice('readmove '.length);
    }
  }

  /** FEN or PDN FEN. Throws Refusal if the game has none. @param {Position} position @returns {Promise<string>} */
  standardFen(position) {
    return this.#cached(this.#fens, position, ['fen standard'], (lines) => lines.find((each) => each.startsWith('fen '))?.split(' ').slice(2).join(' ') ?? '');
  }

  games() {
    this.#games ??= this.#ask(['games']).then((lines) => lines.filter((line) => line.startsWith('game ')).map((line) => {
      const [, name, ...title] = line.split(' ');
      return { name, title: title.join(' ') };
    }));
    this.#games.catch(() => (this.#games = null));
    return this.#games;
  }
}
