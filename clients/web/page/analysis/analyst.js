// Infinite analysis of the position on the screen.
import { positionLine, searchSteps } from '../protocol/referee.js';
import { readInfo, readProbe } from '../protocol/parse.js';
import { TaskAborted, Refusal } from '../protocol/session.js';

/** @typedef {import('../protocol/parse.js').Info} Info */
/** @typedef {import('../protocol/referee.js').Position} Position */
/** @typedef {{ key: string, lines: Info[], latest: Info | null, exactValues: import('../protocol/parse.js').ExactValues | null }} Findings */

/** From this time, in ms, and this use of the hash table, in permille, a search continues with a larger table. */
const longSearch = { time: 20_000, hashfull: 300 };

export class Analyst {
  /** @type {Findings} */ findings = { key: '', lines: [], latest: null, exactValues: null };
  /** @type {AbortController | null} */ #stop = null;
  #wanted = '';
  /** Ends the search, which then continues with a larger hash table. */
  #grow = () => {};
  /** The depth of that search. Results are hidden until it is reached again. */
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

  /** Analyses a position until `stop` or another position. @param {Position} position @param {number} engine @param {number} lines @param {boolean} tables whether to ask for table values */
  follow(position, engine, lines, tables) {
    const key = positionLine(position);
    const wanted = `${key} ${engine} ${lines} ${tables}`;
    if (wanted === this.#wanted) return;
    this.stop();
    this.#wanted = wanted;
    this.#stop = new AbortController();
    this.findings = { key, lines: [], latest: null, exactValues: null };
    this.#reached = 0;
    this.onFinding();
    this.#search(this.findings, position, engine, lines, tables, this.#stop.signal);
  }

  /** @param {Findings} findings @param {Position} position @param {number} engine @param {number} lines @param {boolean} tables @param {AbortSignal} signal */
  async #search(findings, position, engine, lines, tables, signal) {
    try {
      // Sessions set options of searches that the engine has.
      await this.engines.options(engine);
      const session = this.engines.session(engine, 'analysis');
      if (tables) {
        findings.exactValues = readProbe(await session.run({ signal, steps: searchSteps(position, 'probe', 'probe') }));
        this.onFinding();
      }
      const search = (/** @type {Record<string, string> | null} */ options, /** @type {AbortSignal} */ end) => session.run({
        options: { MultiPV: String(lines), ...options },
        signal: end,
        steps: searchSteps(position, 'go infinite'),
        onLine: (line) => this.#take(findings, line),
      });
      const longOptions = this.engines.longSearchOptions(engine);
      // Listeners added after an abort are not called.
      if (signal.aborted) return;
      const first = new AbortController();
      signal.addEventListener('abort', () => first.abort(signal.reason));
      this.#grow = () => longOptions && first.abort();
      await search(null, first.signal);
      if (signal.aborted || !first.signal.aborted) return;
      this.#grow = () => {};
      this.#reached = findings.latest?.depth ?? 0;
      await search(longOptions, signal);
    } catch (error) {
      if (error instanceof TaskAborted) return;
      if (!(error instanceof Refusal)) throw error;
      if (!signal.aborted) this.onRefusal(error);
    }
  }

  /** @param {Findings} findings @param {string} line */
  #take(findings, line) {
    const info = readInfo(line);
    if (!info || findings !== this.findings || this.#reached > (info.depth ?? 0)) return;
    this.#reached = 0;
    findings.latest = { ...findings.latest, ...info };
    if ((info.cp !== undefined || info.mate !== undefined) && !info.bound) findings.lines[info.multipv - 1] = info;
    if ((info.time ?? 0) >= longSearch.time && (info.hashfull ?? 0) >= longSearch.hashfull) this.#grow();
    this.onFinding();
  }
}
