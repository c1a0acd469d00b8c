// A session with the module, for tests in node.

import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Worker} from 'node:worker_threads';

/** A copy of the engine of a page that node takes for modules. */
export class EngineFolder {
  constructor(built) {
    this.path = mkdtempSync(join(tmpdir(), 'crownd-page-'));
    cpSync(built, this.path, {recursive: true});
    writeFileSync(join(this.path, 'package.json'), '{"type": "module"}');
    /** By the name of the code. */
    this.modules = Object.fromEntries(
      ['crownd', 'crownd-threads'].map((code) => [code, new WebAssembly.Module(readFileSync(join(this.path, `${code}.wasm`)))]),
    );
  }
  remove() {
    rmSync(this.path, {recursive: true});
  }
}

/** Where a browser runs it: in a page that is isolated, so that lines come through shared memory, with one thread or with several; or in
 * another, where it cannot be suspended either, and searches in slices of time. */
export const pages = {isolated: 'isolated', threads: 'threads', other: 'other'};

export class Engine {
  lines = [];
  closed = false;
  #wake = () => {};
  #helped = () => {};

  /** @param {EngineFolder} folder */
  static async start(folder, {page = pages.isolated, limits = {}, game = ''} = {}) {
    const {LineWriter, sharedLines} = await import(join(folder.path, 'lines.js'));
    const shared = page === pages.other ? null : sharedLines(1 << 12);
    const code = page === pages.threads ? 'crownd-threads' : 'crownd';
    return new Engine({folder: folder.path, code, module: folder.modules[code], shared, limits, game}, LineWriter);
  }

  constructor(workerData, LineWriter) {
    const {shared} = workerData;
    this.writer = shared ? new LineWriter(shared, () => this.worker.postMessage({})) : null;
    this.worker = new Worker(new URL('engine_in_node.mjs', import.meta.url), {workerData});
    this.worker.on('message', (message) => {
      if (message.closed) this.closed = true;
      else if (message.helped) this.#helped();
      else if (message.line !== undefined) this.lines.push(message.line);
      this.#wake();
    });
    this.worker.on('error', (fault) => {
      this.lines.push(`(the engine failed: ${fault.stack})`);
      this.closed = true;
      this.#wake();
    });
  }

  say(line) {
    if (this.writer) this.writer.write(line);
    else this.worker.postMessage({line});
  }
  /** So many threads are to help searches. */
  async help(count) {
    await new Promise((resolve) => {
      this.#helped = resolve;
      this.worker.postMessage({helpers: count});
    });
    this.say(`setoption name Threads value ${1 + count}`);
  }
  end() {
    if (this.writer) this.writer.end();
    else this.worker.postMessage({line: null});
  }

  /** The next line; null if the session is over, or after so many milliseconds. */
  async line(patience = 60_000) {
    const deadline = Date.now() + patience;
    while (this.lines.length === 0 && !this.closed && Date.now() < deadline)
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, deadline - Date.now());
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    return this.lines.shift() ?? null;
  }

  /** All lines up to one that begins with the words. */
  async until(words) {
    const lines = [];
    for (let line; (line = await this.line()) !== null; ) {
      lines.push(line);
      if (line.startsWith(words)) return lines;
    }
    throw new Error(`no line '${words}...' came:\n${lines.join('\n')}`);
  }

  async stop() {
    await this.worker.terminate();
  }
}
