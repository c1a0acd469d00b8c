// A session with the engine in a worker of this page, with the interface of `Channel`: lines out, lines in. A worker that fails is
// replaced, with growing pauses. The engine's code is compiled by the first worker, and handed to the others.

/** @typedef {import('./channel.js').ChannelEvents} ChannelEvents */
/** @typedef {{ loaded: number, total: number }} Progress in bytes */
/** @typedef {{ memory: number, workers: number }} Allowance megabytes for tables, and helpers that may think as well */

/** Megabytes for tables: of a gigabyte of the device's memory, at least, at most, and where the browser does not say what there is. */
const memory = { each: 32, least: 16, most: 256, usual: 64 };
/** Of them endgame tables have this share, and this many megabytes at least; the hash table has the rest. */
const endgames = { share: 1 / 4, least: 8 };

/** Threads that helped have failed: until the page is loaded again there are none. */
let alone = false;

/** What the engine of one session may take from this device. @param {number} cores that a person allows @returns {Allowance} */
export function allowanceFor(cores) {
  const gigabytes = /** @type {{ deviceMemory?: number }} */ (navigator).deviceMemory;
  const wanted = gigabytes === undefined ? memory.usual : Math.round(gigabytes * memory.each);
  // Helpers share the engine's memory, which browsers allow to isolated pages only.
  const helpers = globalThis.crossOriginIsolated && !alone ? Math.min(cores, navigator.hardwareConcurrency) - 1 : 0;
  return { memory: Math.min(Math.max(wanted, memory.least), memory.most), workers: Math.max(helpers, 0) };
}

/** Until a search takes long, the hash table has this many megabytes at most: a page has several sessions, and memory that one has had is
 * given back only when its worker ends. */
const firstHash = 16;

/** Megabytes for the hash table of a session. @param {Allowance} allowance @param {boolean} isLong */
export function hashOf({ memory: all }, isLong) {
  const most = all - Math.max(Math.round(all * endgames.share), endgames.least);
  return isLong ? most : Math.min(most, firstHash);
}

/** What the engine's worker says; engine/README.md describes it. @typedef {{ line?: string, progress?: Progress, ready?: boolean, module?: WebAssembly.Module, failed?: string, alone?: boolean, closed?: boolean }} Message */

const firstPause = 1000;
const longestPause = 60000;

/** The compiled code of each script, with and without threads, or what is waited for: undefined where that failed. @type {Map<string, Promise<WebAssembly.Module | undefined>>} */
const compiled = new Map();

export class WorkerChannel {
  /** @type {Worker | null} */ #worker = null;
  #isReady = false;
  #wanted = false;
  #pause = firstPause;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  /** Ends the wait of others for what this one was to compile. @type {(module?: WebAssembly.Module) => void} */ #handOn = () => {};
  #script;
  #allowance;
  #events;

  /** @param {string} script address of the engine's worker @param {() => Allowance} allowance @param {ChannelEvents} events */
  constructor(script, allowance, events) {
    this.#script = script;
    this.#allowance = allowance;
    this.#events = events;
  }

  get isOpen() {
    return this.#isReady;
  }

  /** Whether it starts another worker by itself when one fails. */
  get isWanted() {
    return this.#wanted;
  }

  /** Starts the worker, now or after the pause that follows a failure. */
  open() {
    this.#wanted = true;
    if (!this.#worker && this.#timer === undefined) this.#start();
  }

  /** Ends the pause that follows a failure; the next ones are short again. */
  retry() {
    this.#pause = firstPause;
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.open();
  }

  /** Only while the channel is open. @param {string} line */
  send(line) {
    this.#worker?.postMessage({ line });
  }

  /** Closes until `open` is called again. */
  close() {
    this.#wanted = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#drop();
  }

  async #start() {
    const worker = new Worker(new URL(this.#script, document.baseURI), { type: 'module' });
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#heard(data);
    // Its reason, if it has one, is not for people.
    worker.onerror = (event) => {
      event.preventDefault();
      console.warn(event.message);
      this.#fail('');
    };
    worker.onmessageerror = () => this.#fail('');
    const allowance = this.#allowance();
    const module = await this.#moduleFor(worker, `${this.#script} ${allowance.workers > 0}`);
    if (this.#worker === worker) worker.postMessage({ start: { ...allowance, ...(module ? { module } : {}) } });
  }

  /** What another worker has compiled; undefined where this one is the first and does it. @param {Worker} worker @param {string} code */
  async #moduleFor(worker, code) {
    for (let known = compiled.get(code); known; known = compiled.get(code)) {
      const module = await known;
      if (module || this.#worker !== worker) return module;
    }
    compiled.set(code, new Promise((resolve) => (this.#handOn = resolve)).then((module) => {
      if (!module) compiled.delete(code);
      return /** @type {WebAssembly.Module | undefined} */ (module);
    }));
    return undefined;
  }

  /** @param {Message} message */
  #heard({ line, progress, ready, module, failed, alone: isAlone = false, closed }) {
    if (progress) this.#events.progress?.(progress);
    if (ready) {
      this.#handOn(module);
      this.#isReady = true;
      this.#events.progress?.(null);
      this.#events.opened();
    }
    if (line !== undefined) {
      this.#pause = firstPause;
      this.#events.line(line);
    }
    if (isAlone) alone = true;
    if (failed !== undefined) this.#fail(failed, isAlone);
    else if (closed) this.#fail('');
  }

  /** @param {string} reason @param {boolean} [isAlone] it goes on at once, without helpers */
  #fail(reason, isAlone = false) {
    if (!this.#worker) return;
    this.#drop();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#wanted) this.#start();
    }, isAlone ? 0 : this.#pause);
    if (isAlone) {
      this.#events.alone?.();
    } else {
      this.#pause = Math.min(2 * this.#pause, longestPause);
      this.#events.failed?.(reason);
    }
    this.#events.closed('');
  }

  #drop() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#isReady = false;
    this.#handOn();
    this.#events.progress?.(null);
  }
}
