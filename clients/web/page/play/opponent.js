// Engine players: when one is to move, it searches, and its move is played.
import { positionLine } from '../protocol/referee.js';
import { readBestMove, readInfo } from '../protocol/info.js';
import { answerAtOnce, GivenUp, Refusal } from '../protocol/session.js';
import { fullStrength, goLine, seedOf, strengthOptions } from './players.js';

/** @typedef {import('../protocol/info.js').Info} Info */
/** @typedef {import('./table.js').Table} Table */
/** @typedef {import('./players.js').Machine} Machine */

/** A level answers at once; so that its move is seen, it comes no sooner than this after the person's, in milliseconds. */
const soonest = 450;

/** @param {number} time milliseconds @param {AbortSignal} signal ends it */
const pause = (time, signal) =>
  new Promise((done) => {
    setTimeout(done, signal.aborted ? 0 : time);
    signal.addEventListener('abort', done);
  });

export class Opponent {
  /** @type {{ key: string, stop: AbortController } | null} */ #search = null;
  /** The last info of each side. @type {Map<string, Info>} */ lastInfo = new Map();

  /** @param {Table} table @param {import('../protocol/engines.js').Engines} engines @param {() => void} onInfo @param {(refusal: Refusal) => void} onRefusal */
  constructor(table, engines, onInfo, onRefusal) {
    this.table = table;
    this.engines = engines;
    this.onInfo = onInfo;
    this.onRefusal = onRefusal;
    for (const event of ['position', 'change']) table.addEventListener(event, () => this.#look());
  }

  get isThinking() {
    return this.#search !== null;
  }

  /** Makes the engine move at once. */
  moveNow() {
    this.#search?.stop.abort(answerAtOnce);
  }

  /** Starts or stops a search, as the table requires. */
  #look() {
    const { table } = this;
    const { record, turn } = table;
    const player = table.isLive ? record.players[turn] : undefined;
    const key = player?.kind === 'engine' ? `${record.id} ${positionLine(table.place(record.head))}` : '';
    if (key === (this.#search?.key ?? '')) return;
    this.#search?.stop.abort();
    this.#search = null;
    if (player?.kind === 'engine') this.#think(player, turn, key);
  }

  /** @param {Machine} machine @param {string} side @param {string} key */
  async #think(machine, side, key) {
    const { table } = this;
    const search = { key, stop: new AbortController() };
    this.#search = search;
    this.lastInfo.delete(side);
    const node = table.record.head;
    const began = performance.now();
    try {
      const lines = await this.#ask(machine, side, search.stop.signal);
      const early = soonest - (performance.now() - began);
      if (machine.level !== fullStrength && !table.clock && early > 0) await pause(early, search.stop.signal);
      if (this.#search !== search) return;
      this.#search = null;
      const info = this.lastInfo.get(side);
      if (info && machine.level === fullStrength) node.evaluation = { cp: info.cp, mate: info.mate, wdl: info.wdl, depth: info.depth, best: info.pv[0], pv: info.pv };
      const wasLooking = table.record.cursor === node;
      if (!wasLooking) await table.goTo(node);
      const move = readBestMove(lines);
      if (move && table.record.head === node && table.isLive) await table.play(move);
    } catch (error) {
      const wasWanted = this.#search === search;
      if (wasWanted) this.#search = null;
      if (error instanceof GivenUp && wasWanted) this.#look();
      else if (error instanceof Refusal) this.onRefusal(error);
      else if (!(error instanceof GivenUp)) throw error;
    }
  }

  /** @param {Machine} machine @param {string} side @param {AbortSignal} signal */
  async #ask(machine, side, signal) {
    const { table } = this;
    const place = table.place(table.record.head);
    const sides = table.view?.sides.map(({ name }) => name) ?? [];
    const known = await this.engines.options(machine.engine);
    const options = { ...strengthOptions(machine.level, known, seedOf(table.record.id)), ...(known.has('UCI_ShowWDL') ? { UCI_ShowWDL: 'true' } : {}) };
    // Engines in the page have few sessions, since each needs much memory.
    return this.engines.session(machine.engine, this.engines.hasDaemon ? `player ${side}` : 'player').run({
      options,
      signal,
      steps: [
        { lines: [positionLine(place), 'isready'], last: 'readyok' },
        { lines: [goLine(machine, sides, table.clock)], last: 'bestmove', search: true },
      ],
      onLine: (line) => {
        const info = readInfo(line);
        if (!info || info.multipv !== 1 || (info.cp === undefined && info.mate === undefined)) return;
        this.lastInfo.set(side, info);
        this.onInfo();
      },
    });
  }
}
