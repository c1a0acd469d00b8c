// Short looks at positions, for reviews and lessons.
import { positionLine } from '../protocol/referee.js';
import { readInfo, readTruth } from '../protocol/info.js';

/** @typedef {import('../game/tree.js').Evaluation} Evaluation */
/** @typedef {import('../protocol/referee.js').Place} Place */

export class Looks {
  /** Positions that the last look searched. */ nodes = 0;
  #showsWdl = false;

  /** @param {import('../protocol/engines.js').Engines} engines @param {number} engine @param {AbortSignal} signal */
  constructor(engines, engine, signal) {
    this.engines = engines;
    this.engine = engine;
    this.signal = signal;
    // That of the analysis, whose hash table is kept from look to look.
    this.session = engines.session(engine, 'analysis');
  }

  async begin() {
    this.#showsWdl = (await this.engines.options(this.engine)).has('UCI_ShowWDL');
    return this;
  }

  /** @param {Place} place @param {string} limit as in `go nodes 1000` @returns {Promise<Evaluation>} */
  async at(place, limit) {
    /** @type {Evaluation} */
    let found = { cp: 0 };
    await this.session.run({
      options: { MultiPV: '1', ...(this.#showsWdl ? { UCI_ShowWDL: 'true' } : {}) },
      signal: this.signal,
      steps: [
        { lines: [positionLine(place), 'isready'], last: 'readyok' },
        { lines: [`go ${limit}`], last: 'bestmove', search: true },
      ],
      onLine: (line) => {
        const info = readInfo(line);
        if (!info || info.bound || (info.cp === undefined && info.mate === undefined)) return;
        this.nodes = info.nodes ?? 0;
        found = { cp: info.cp, mate: info.mate, wdl: info.wdl, depth: info.depth, best: info.pv[0], pv: info.pv };
      },
    });
    return found;
  }

  /** What endgame tables know. @param {Place} place */
  async truth(place) {
    const position = { lines: [positionLine(place), 'isready'], last: 'readyok' };
    const answer = await this.session.run({ signal: this.signal, steps: [position, { lines: ['probe'], last: 'probe', search: true }] });
    return readTruth(answer);
  }
}
