// A hint for the person to move: first the piece, then where it goes.
import { readBestMove } from '../protocol/info.js';
import { positionLine } from '../protocol/referee.js';
import { GivenUp } from '../protocol/session.js';
import { fullStrength, strengthOptions } from './players.js';

/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('../protocol/view.js').Route} Route */

/** How long the engine thinks about it, in milliseconds. */
const thinkingTime = 600;

export class Hint {
  /** Where it was asked for. @type {Node | null} */ #node = null;
  /** @type {Route | null} */ #route = null;
  #isWhole = false;
  #stop = new AbortController();

  /** @param {import('./table.js').Table} table @param {import('../protocol/engines.js').Engines} engines @param {() => void} changed */
  constructor(table, engines, changed) {
    this.table = table;
    this.engines = engines;
    this.changed = changed;
    table.addEventListener('position', () => {
      if (this.#node && this.#node !== table.record.cursor) this.#clear();
    });
  }

  get isPossible() {
    return this.table.isLive && this.table.isOpen && this.engines.areConnected;
  }

  /** What is to be shown; null without a hint. */
  get shown() {
    return this.#route && { route: this.#route, isWhole: this.#isWhole };
  }

  /** The next part of it. */
  async ask() {
    if (!this.isPossible) return;
    const { table } = this;
    const node = table.record.cursor;
    if (this.#node !== node) {
      this.#clear();
      this.#node = node;
      const move = await this.#think(this.#stop.signal);
      if (this.#node !== node) return;
      this.#route = table.view?.routes.find((route) => route.move === move) ?? null;
      if (!this.#route) this.#node = null;
    } else if (this.#route) this.#isWhole = true;
    this.changed();
  }

  #clear() {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#node = this.#route = null;
    this.#isWhole = false;
  }

  /** @param {AbortSignal} signal */
  async #think(signal) {
    try {
      const options = strengthOptions(fullStrength, await this.engines.options(0));
      return readBestMove(await this.engines.session(0, 'analysis').run({
        options: { ...options, MultiPV: '1' },
        signal,
        steps: [
          { lines: [positionLine(this.table.place()), 'isready'], last: 'readyok' },
          { lines: [`go movetime ${thinkingTime}`], last: 'bestmove', search: true },
        ],
      }));
    } catch (error) {
      if (error instanceof GivenUp) return '';
      throw error;
    }
  }
}
