// A session with an engine in a worker, with the interface of `WebSocketChannel`. A failed worker is replaced after growing pauses. The first
// worker compiles the engine, and the others receive its code.

/** @typedef {import('./websocket_channel.js').ChannelEvents} ChannelEvents */
/** @typedef {{ loaded: number, total: number }} Progress in bytes */
/** @typedef {{ memory: number, workers: number }} Allowance MB for tables, and helper threads */

/** MB for tables: for each GB of the device, minimum, maximum, and the default if the browser does not tell its memory. */
const memory = { perGigabyte: 32, min: 16, max: 256, unknown: 64 };
/** Share and minimum (MB) of endgame tables; the hash table gets the rest. */
const endgames = { share: 1 / 4, min: 8 };

/** Whether a helper thread has failed; then there are none until a reload. */
let threadsLost = false;

/** @param {number} cores allowed by the person @returns {Allowance} */
export function allowanceFor(cores) {
  const gigabytes = /** @type {{ deviceMemory?: number }} */ (navigator).deviceMemory;
  const wanted = gigabytes === undefined ? memory.unknown : Math.round(gigabytes * memory.perGigabyte);
  // Shared memory requires an isolated page.
  const helpers = globalThis.crossOriginIsolated && !threadsLost ? Math.min(cores, navigator.hardwareConcurrency) - 1 : 0;
  return { memory: Math.min(Math.max(wanted, memory.min), memory.max), workers: Math.max(helpers, 0) };
}

/** Maximal MB of the hash table before a long search. A page has several sessions, and only the end of a worker frees memory. */
const shortHash = 16;

/** MB of a session's hash table. @param {Allowance} allowance @param {boolean} isLong */
export function hashOf({ memory: all }, isLong) {
  const max = all - Math.max(Math.round(all * endgames.share), endgames.min);
  return isLong ? max : Math.min(max, shortHash);
}

/** A message of the engine's worker; see engine/README.md. @typedef {{ line?: string, progress?: Progress, ready?: boolean, module?: WebAssembly.Module, failed?: string, alone?: boolean, closed?: boolean }} Message */

const firstPause = 1000;
const maxPause = 60000;

/** Compiled code by script and threads; undefined if compiling failed. @type {Map<string, Promise<WebAssembly.Module | undefined>>} */
const compiled = new Map();

export class WorkerChannel {
  /** @type {Worker | null} */ #worker = null;
  isOpen = false;
  /** Whether it replaces a failed worker. */ reconnects = false;
  #pause = firstPause;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  /** Passes the code that this worker compiled to others. @type {(module?: WebAssembly.Module) => void} */ #shareCode = () => {};
  #script;
  #allowance;
  #events;

  /** @param {string} script address of the engine's worker @param {() => Allowance} allowance @param {ChannelEvents} events */
  constructor(script, allowance, events) {
    this.#script = script;
    this.#allowance = allowance;
    this.#events = events;
  }

  /** Starts the worker, at once or after the current pause. */
  open() {
    this.reconnects = true;
    if (!this.#worker && this.#timer === undefined) this.#start();
  }

  /** Ends the current pause and resets its length. */
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

  close() {
    this.reconnects = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#drop();
  }

  async #start() {
    const worker = new Worker(new URL(this.#script, document.baseURI), { type: 'module' });
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#receive(data);
    // Messages of browsers are not for people.
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

  /** Code compiled by another worker; undefined if this one has to compile. @param {Worker} worker @param {string} code */
  async #moduleFor(worker, code) {
    for (let known = compiled.get(code); known; known = compiled.get(code)) {
      const module = await known;
      if (module || this.#worker !== worker) return module;
    }
    compiled.set(code, new Promise((resolve) => (this.#shareCode = resolve)).then((module) => {
      if (!module) compiled.delete(code);
      return /** @type {WebAssembly.Module | undefined} */ (module);
    }));
    return undefined;
  }

  /** @param {Message} message */
  #receive({ line, progress, ready, module, failed, alone = false, closed }) {
    if (progress) this.#events.progress?.(progress);
    if (ready) {
      this.#shareCode(module);
      this.isOpen = true;
      this.#events.progress?.(null);
      this.#events.opened();
    }
    if (line !== undefined) {
      this.#pause = firstPause;
      this.#events.line(line);
    }
    if (alone) threadsLost = true;
    if (failed !== undefined) this.#fail(failed, alone);
    else if (closed) this.#fail('');
  }

  /** @param {string} reason @param {boolean} [restartsAtOnce] restart at once without helpers */
  #fail(reason, restartsAtOnce = false) {
    if (!this.#worker) return;
    this.#drop();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.reconnects) this.#start();
    }, restartsAtOnce ? 0 : this.#pause);
    if (restartsAtOnce) {
      this.#events.threadsLost?.();
    } else {
      this.#pause = Math.min(2 * this.#pause, maxPause);
      this.#events.failed?.(reason);
    }
    this.#events.closed('');
  }

  #drop() {
    this.#worker?.terminate();
    this.#worker = null;
    this.isOpen = false;
    this.#shareCode();
    this.#events.progress?.(null);
  }
}
