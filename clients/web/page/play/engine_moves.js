// Searches for moves: of engine players, and for hints.
import { positionLine, searchSteps } from '../protocol/referee.js';
import { evaluationIn, readBestMove, readInfo } from '../protocol/parse.js';
import { TaskAborted, Refusal, answerAtOnce } from '../protocol/session.js';
import { fullStrength, goLine, seedOf, strengthOptions } from './players.js';

/** @import { Info, Route } from '../protocol/parse.js' */
/** @typedef {import('./current_game.js').CurrentGame} CurrentGame */
/** @typedef {import('./players.js').EnginePlayer} EnginePlayer */

/** Levels answer at once; their moves wait this many milliseconds so that people see them. */
const minMoveTime = 450;

/** @param {number} time milliseconds @param {AbortSignal} signal ends it */
const pause = (time, signal) =>
  new Promise((done) => {
    setTimeout(done, signal.aborted ? 0 : time);
    signal.addEventListener('abort', done);
  });

export class Opponent {
  /** @type {{ key: string, stop: AbortController } | null} */ #search = null;
  /** The last info of each side. @type {Map<string, Info>} */ lastInfo = new Map();
  /** The game of `lastInfo`. */ #record;

  /** @param {CurrentGame} currentGame @param {import('../protocol/engines.js').Engines} engines @param {() => void} onInfo @param {(refusal: Refusal) => void} onRefusal */
  constructor(currentGame, engines, onInfo, onRefusal) {
    this.currentGame = currentGame;
    this.engines = engines;
    this.onInfo = onInfo;
    this.onRefusal = onRefusal;
    this.#record = currentGame.record;
    currentGame.onUpdate(() => this.#update());
  }

  get isThinking() {
    return this.#search !== null;
  }

  /** Makes the engine move at once. */
  moveNow() {
    this.#search?.stop.abort(answerAtOnce);
  }

  /** Starts or stops a search. */
  #update() {
    const { currentGame } = this;
    const { record, turn } = currentGame;
    if (record !== this.#record) this.lastInfo.clear();
    this.#record = record;
    const player = currentGame.isLive ? record.players[turn] : undefined;
    const key = player?.kind === 'engine' ? `${record.id} ${positionLine(currentGame.positionAt(record.head))}` : '';
    if (key === (this.#search?.key ?? '')) return;
    this.#search?.stop.abort();
    this.#search = null;
    if (player?.kind === 'engine') this.#think(player, turn, key);
  }

  /** @param {EnginePlayer} enginePlayer @param {string} side @param {string} key */
  async #think(enginePlayer, side, key) {
    const { currentGame } = this;
    const search = { key, stop: new AbortController() };
    this.#search = search;
    this.lastInfo.delete(side);
    const node = currentGame.record.head;
    const began = performance.now();
    try {
      const lines = await this.#ask(enginePlayer, side, search);
      const early = minMoveTime - (performance.now() - began);
      if (enginePlayer.level !== fullStrength && !currentGame.clock && early > 0) await pause(early, search.stop.signal);
      if (this.#search !== search) return;
      this.#search = null;
      const info = this.lastInfo.get(side);
      if (info && enginePlayer.level === fullStrength) node.evaluation = evaluationIn(info);
      if (currentGame.record.cursor !== node) await currentGame.goTo(node);
      const move = readBestMove(lines);
      const { cursor, head } = currentGame.record;
      if (move && cursor === node && head === node && currentGame.isLive) await currentGame.play(move);
    } catch (error) {
      const wasWanted = this.#search === search;
      if (wasWanted) this.#search = null;
      if (error instanceof TaskAborted && wasWanted) this.#update();
      else if (error instanceof Refusal) this.onRefusal(error);
      else if (!(error instanceof TaskAborted)) throw error;
    }
  }

  /** @param {EnginePlayer} enginePlayer @param {string} side @param {{ stop: AbortController }} search */
  async #ask(enginePlayer, side, search) {
    const { currentGame } = this;
    const sides = currentGame.view?.sides.map(({ name }) => name) ?? [];
    const known = await this.engines.options(enginePlayer.engine);
    const options = strengthOptions(enginePlayer.level, known, seedOf(currentGame.record.id));
    // Sessions of engines in the page need much memory.
    return this.engines.session(enginePlayer.engine, this.engines.hasDaemon ? `player ${side}` : 'player').run({
      options,
      signal: search.stop.signal,
      steps: searchSteps(currentGame.positionAt(currentGame.record.head), goLine(enginePlayer, sides, currentGame.clock)),
      onLine: (line) => {
        const info = readInfo(line);
        if (!info || this.#search !== search || info.multipv !== 1 || (info.cp === undefined && info.mate === undefined)) return;
        this.lastInfo.set(side, info);
        this.onInfo();
      },
    });
  }
}

/** @typedef {import('../game/tree.js').Node} Node */

/** Milliseconds of the search. */
const thinkingTime = 600;

export class Hint {
  /** The position of the hint. @type {Node | null} */ #node = null;
  /** @type {Route | null} */ #route = null;
  #isWhole = false;
  #stop = new AbortController();

  /** @param {import('./current_game.js').CurrentGame} currentGame @param {import('../protocol/engines.js').Engines} engines @param {() => void} changed @param {(refusal: Refusal) => void} onRefusal */
  constructor(currentGame, engines, changed, onRefusal) {
    this.currentGame = currentGame;
    this.engines = engines;
    this.changed = changed;
    this.onRefusal = onRefusal;
    currentGame.addEventListener('position', () => {
      if (this.#node && this.#node !== currentGame.record.cursor) this.#clear();
    });
  }

  get isPossible() {
    return this.currentGame.isLive && this.currentGame.acceptsMoves && this.engines.areConnected;
  }

  get shown() {
    return this.#route && { route: this.#route, isWhole: this.#isWhole };
  }

  /** Requests the piece, then the whole move. */
  async ask() {
    if (!this.isPossible) return;
    const { currentGame } = this;
    const node = currentGame.record.cursor;
    if (this.#node !== node) {
      this.#clear();
      this.#node = node;
      const move = await this.#think(this.#stop.signal);
      if (this.#node !== node) return;
      this.#route = currentGame.view?.routes.find((route) => route.move === move) ?? null;
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
        steps: searchSteps(this.currentGame.positionAt(), `go movetime ${thinkingTime}`),
      }));
    } catch (error) {
      if (error instanceof Refusal) this.onRefusal(error);
      else if (!(error instanceof TaskAborted)) throw error;
      return '';
    }
  }
}
