// Infinite analysis of the position on the screen.
import { positionLine } from '../protocol/referee.js';
import { readInfo, readTruth } from '../protocol/info.js';
import { GivenUp, Refusal } from '../protocol/session.js';

/** @typedef {import('../protocol/info.js').Info} Info */
/** @typedef {import('../protocol/referee.js').Place} Place */
/** @typedef {{ key: string, lines: Info[], latest: Info | null, truth: import('../protocol/info.js').Truth | null }} Findings */

/** A search that has taken so many milliseconds, and has filled so much of its hash table, per mille, goes on with a larger one. */
const long = { time: 20_000, hashfull: 300 };

export class Analyst {
  /** @type {Findings} */ findings = { key: '', lines: [], latest: null, truth: null };
  /** @type {AbortController | null} */ #stop = null;
  #wanted = '';
  /** Ends a search, which then goes on with a larger hash table. */
  #grow = () => {};
  /** The depth that such a search had; what is found before it is reached again is not shown. */
  #reached = 0;

  /** @param {import('../protocol/engines.js').Engines} engines @param {() => void} onFinding @param {(refusal: Refusal) => void} onRefusal */
  constructor(engines, onFinding, onRefusal) {
    this.engines = engines;
    this.onFinding = onFinding;
    this.onRefusal = onRefusal;
  }

  get isRunning() {
    return this.#wanted !== '';
  }

  stop() {
    this.#wanted = '';
    this.#stop?.abort();
    this.#stop = null;
  }

  /** Analyses a position until it is stopped, or another one is given. @param {Place} place @param {number} engine @param {number} lines @param {boolean} tables whether the truth of tables is asked for */
  follow(place, engine, lines, tables) {
    const key = positionLine(place);
    const wanted = `${key} ${engine} ${lines} ${tables}`;
    if (wanted === this.#wanted) return;
    this.stop();
    this.#wanted = wanted;
    this.#stop = new AbortController();
    this.findings = { key, lines: [], latest: null, truth: null };
    this.#reached = 0;
    this.onFinding();
    this.#search(this.findings, engine, lines, tables, this.#stop.signal);
  }

  /** @param {Findings} findings @param {number} engine @param {number} lines @param {boolean} tables @param {AbortSignal} signal */
  async #search(findings, engine, lines, tables, signal) {
    try {
      const known = await this.engines.options(engine);
      const session = this.engines.session(engine, 'analysis');
      const position = { lines: [findings.key, 'isready'], last: 'readyok' };
      if (tables) await this.#probe(findings, session, position, signal);
      const options = { MultiPV: String(lines), ...(known.has('UCI_ShowWDL') ? { UCI_ShowWDL: 'true' } : {}) };
      const search = (/** @type {Record<string, string> | null} */ more, /** @type {AbortSignal} */ end) => session.run({
        options: { ...options, ...more },
        signal: end,
        steps: [position, { lines: ['go infinite'], last: 'bestmove', search: true }],
        onLine: (line) => this.#hear(findings, line),
      });
      const more = this.engines.forLong(engine);
      // An abort before or during the probe: listeners that are added now would not hear of it, and the search would never end.
      if (signal.aborted) return;
      const first = new AbortController();
      signal.addEventListener('abort', () => first.abort(signal.reason));
      this.#grow = () => more && first.abort();
      await search(null, first.signal);
      if (signal.aborted || !first.signal.aborted) return;
      this.#grow = () => {};
      this.#reached = findings.latest?.depth ?? 0;
      await search(more, signal);
    } catch (error) {
      if (error instanceof GivenUp) return;
      if (!(error instanceof Refusal)) throw error;
      // That a probe was ended is no news to whoever ended it.
      if (!signal.aborted) this.onRefusal(error);
    }
  }

  /** @param {Findings} findings @param {import('../protocol/session.js').Session} session @param {import('../protocol/session.js').Step} position @param {AbortSignal} signal */
  async #probe(findings, session, position, signal) {
    const answer = await session.run({ signal, steps: [position, { lines: ['probe'], last: 'probe', search: true }] });
    findings.truth = readTruth(answer);
    this.onFinding();
  }

  /** @param {Findings} findings @param {string} line */
  #hear(findings, line) {
    const info = readInfo(line);
    if (!info || findings !== this.findings || this.#reached > (info.depth ?? 0)) return;
    this.#reached = 0;
    findings.latest = { ...findings.latest, ...info };
    if ((info.cp !== undefined || info.mate !== undefined) && !info.bound) findings.lines[info.multipv - 1] = info;
    if ((info.time ?? 0) >= long.time && (info.hashfull ?? 0) >= long.hashfull) this.#grow();
    this.onFinding();
  }
}
