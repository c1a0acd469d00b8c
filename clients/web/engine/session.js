// A session of the engine in the calling thread.
// @ts-check

import {LineReader} from './shared_lines.js';

/** Lines in shared memory, which a search reads without an event loop. wake() ends a rest. */
export class SharedLines extends LineReader {
  wake = () => {};

  receive() {
    return this.read();
  }

  /** @returns {Promise<void>} */
  rest() {
    return new Promise((resolve) => {
      this.wake = resolve;
      if (this.hasNews()) resolve();
    });
  }
}

/** Lines that the same thread pushes. A search cannot receive them, because it does not return to the event loop. */
export class Queue {
  /** @type {(Uint8Array | 'end')[]} */
  lines = [];
  wake = () => {};
  isHeld = false;

  /** @param {() => void} held called once when a search has its result but waits for `stop` */
  constructor(held) {
    this.held = held;
  }

  /** @param {string | null} line null: no more */
  push(line) {
    this.lines.push(line === null ? 'end' : new TextEncoder().encode(line));
    this.wake();
  }

  receive() {
    return this.lines.shift() ?? null;
  }

  /** @param {number} milliseconds */
  wait(milliseconds) {
    if (milliseconds <= 0 || this.lines.length > 0 || this.isHeld) return;
    this.isHeld = true;
    this.held();
  }

  /** @returns {Promise<void>} */
  rest() {
    this.isHeld = false;
    return new Promise((resolve) => {
      this.wake = resolve;
      if (this.lines.length > 0) resolve();
    });
  }
}

/** Helper threads. Their workers start before a search needs them, because a searching thread cannot start workers. */
export class Helpers {
  /** PThread of crownd-threads.js, which uses workers from `unusedWorkers`. @type {any} */
  threads;
  #started = 0;

  /** @param {(name: string) => Worker} start a worker with that name, which runs helper_thread.js
   *  @param {(name: string) => void} announce the lock of that name is held until the worker ends */
  constructor(start, announce) {
    this.start = start;
    this.announce = announce;
  }

  /** Starts workers up to this number. @param {number} count */
  async want(count) {
    const starting = [];
    for (; this.#started < count; ++this.#started) starting.push(this.#startOne());
    await Promise.all(starting);
  }

  async #startOne() {
    const name = `crownd helper ${crypto.randomUUID()}`;
    const worker = this.start(name);
    await new Promise((resolve, reject) => {
      worker.onmessage = resolve;
      worker.onerror = (event) => reject(new Error(event.message || 'helper_thread.js cannot be loaded'));
    });
    this.announce(name);
    await new Promise((resolve) => {
      this.threads.loadWasmModuleToWorker(worker, resolve);
      // The end of its lock reports its end.
      worker.onerror = (event) => event.preventDefault();
    });
    this.threads.unusedWorkers.push(worker);
  }
}

/**
 * Runs a session until it ends.
 * @param {object} what
 * @param {(module: object) => Promise<any>} what.factory the default export of crownd.js, or of crownd-threads.js
 * @param {WebAssembly.Module} what.module
 * @param {Helpers} [what.helpers] of crownd-threads.js
 * @param {SharedLines | Queue} what.channel
 * @param {string} what.game empty: the default
 * @param {Record<string, number>} what.limits by flag of the daemon
 * @param {(line: string) => void} what.send
 * @param {(path: string) => Uint8Array | null} what.fetch
 * @param {() => void} [what.ready] called when the session answers
 */
export async function converse({factory, module, helpers, channel, game, limits, send, fetch, ready}) {
  let closed = false;
  /** @type {any} */
  let exports = null;
  const host = {
    send,
    fetch,
    close: () => (closed = true),
    log: (/** @type {string} */ text) => console.error(text),
    receive: () => channel.receive(),
    wait: (/** @type {number} */ milliseconds) => channel.wait(milliseconds),
  };
  const instantiateWasm = (/** @type {any} */ imports, /** @type {Function} */ receive) => {
    const instance = new WebAssembly.Instance(module, imports);
    exports = instance.exports;
    receive(instance, module);
    return exports;
  };
  const engine = await factory({host, instantiateWasm});
  if (helpers) helpers.threads = engine.PThread;
  for (const [name, value] of Object.entries(limits)) {
    const known = engine.ccall('crownd_set', 'number', ['string', 'number'], [name, value]);
    if (!known) throw new Error(`the engine has no limit '${name}'`);
  }
  engine.ccall('crownd_open', null, ['string'], [game]);
  ready?.();
  while (!closed) {
    exports.crownd_run();
    if (!closed) await channel.rest();
  }
}
