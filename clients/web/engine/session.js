// One session of the engine, in the thread that calls: lines in, lines out.
// @ts-check

import {LineReader} from './lines.js';

/**
 * @typedef {object} Channel Lines for the session.
 * @property {boolean} blocks whether wait may block the thread; else it gives promises
 * @property {() => Uint8Array | null | 'end'} receive the next line; null: none yet; 'end': there will be none
 * @property {(milliseconds: number) => void | Promise<void>} wait until something has come, for so long at most, during a search
 * @property {(milliseconds: number) => Promise<void>} rest the same without a search: the event loop runs
 */

/** Lines from memory that another thread writes to: a search hears them without an event loop. Without a search it is woken by wake(),
 * so that what comes as messages is there as well. */
export class SharedLines {
  blocks = true;
  wake = () => {};

  /** @param {SharedArrayBuffer} memory */
  constructor(memory) {
    this.reader = new LineReader(memory);
  }

  receive() {
    return this.reader.read();
  }

  /** @param {number} milliseconds */
  wait(milliseconds) {
    if (milliseconds > 0) this.reader.wait(milliseconds);
  }

  /** @returns {Promise<void>} */
  rest() {
    return new Promise((resolve) => {
      this.wake = resolve;
      if (this.reader.hasNews()) resolve();
    });
  }
}

/** Lines that push() gives in the same thread, which hears of them only while the session waits. */
export class Queue {
  /** @type {(Uint8Array | 'end')[]} */
  lines = [];
  blocks = false;
  /** @type {null | (() => void)} */
  wake = null;

  /** @param {string | null} line null: there will be no more */
  push(line) {
    this.lines.push(line === null ? 'end' : new TextEncoder().encode(line));
    this.wake?.();
  }

  receive() {
    return this.lines.shift() ?? null;
  }

  /** Lets the event loop run. @param {number} milliseconds @returns {Promise<void>} */
  wait(milliseconds) {
    if (this.lines.length > 0 || milliseconds <= 0) return nextTurn();
    return new Promise((resolve) => {
      const timer = milliseconds < Infinity ? setTimeout(() => go(), Math.min(milliseconds, longestTimer)) : undefined;
      const go = () => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
      this.wake = go;
    });
  }

  /** @param {number} milliseconds */
  rest(milliseconds) {
    return this.wait(milliseconds);
  }
}

const longestTimer = 2 ** 31 - 1; // of setTimeout

/** Everything that has come before is handled first. A timer would take 4 ms each time, and node would not look at other ports before
 * up to 1000 messages of the same one. @returns {Promise<void>} */
function nextTurn() {
  const {port1, port2} = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Whether this browser can suspend any code (JavaScript Promise Integration). */
export const canSuspend = 'Suspending' in WebAssembly && 'promising' in WebAssembly;

/**
 * Runs a session until it ends.
 * @param {object} what
 * @param {(module: object) => Promise<any>} what.factory the default export of crownd.js, or of crownd-threads.js
 * @param {WebAssembly.Module} what.module that belongs to it
 * @param {import('./helpers.js').Helpers} [what.helpers] of crownd-threads.js
 * @param {Channel} what.channel
 * @param {string} what.game empty: the usual one
 * @param {Record<string, number>} what.limits by the names of the daemon's flags
 * @param {(line: string) => void} what.send
 * @param {(path: string) => Uint8Array | null} what.fetch
 * @param {() => void} [what.ready] called when it answers
 */
export async function converse({factory, module, helpers, channel, game, limits, send, fetch, ready}) {
  let closed = false;
  const suspends = !channel.blocks && canSuspend;
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
    const all = suspends ? {...imports, env: {...imports.env}} : imports;
    if (suspends) all.env.crownd_host_wait = new /** @type {any} */ (WebAssembly).Suspending(host.wait);
    const instance = new WebAssembly.Instance(module, all);
    exports = instance.exports;
    receive(instance, module);
    return exports;
  };
  const engine = await factory({host, instantiateWasm});
  helpers?.serve(engine.PThread);
  const inSlices = channel.blocks || suspends ? 0 : 1;
  for (const [name, value] of Object.entries({...limits, 'in-slices': inSlices})) {
    const known = engine.ccall('crownd_set', 'number', ['string', 'number'], [name, value]);
    if (!known) throw new Error(`the engine has no limit '${name}'`);
  }
  engine.ccall('crownd_open', null, ['string'], [game]);
  const run = suspends
    ? /** @type {any} */ (WebAssembly).promising(exports.crownd_run)
    : exports.crownd_run;
  ready?.();
  while (!closed) {
    const pause = await run();
    if (!closed) await channel.rest(pause);
  }
}
