// A session with the engine for browsers, in node.

import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Worker} from 'node:worker_threads';

/** A copy of the engine's folder that node loads as ES modules. */
export class EngineFolder {
  constructor(built) {
    this.path = mkdtempSync(join(tmpdir(), 'crownd-page-'));
    cpSync(built, this.path, {recursive: true});
    writeFileSync(join(this.path, 'package.json'), '{"type": "module"}');
    /** Compiled code by name. */
    this.modules = Object.fromEntries(
      ['crownd', 'crownd-threads'].map((code) => [code, new WebAssembly.Module(readFileSync(join(this.path, `${code}.wasm`)))]),
    );
  }
  remove() {
    rmSync(this.path, {recursive: true});
  }
}

/** Kinds of pages: isolated pages pass lines through shared memory, to one thread or several; in other pages a search receives no lines. */
export const pages = {isolated: 'isolated', threads: 'threads', other: 'other'};

export class Engine {
  lines = [];
  closed = false;
  #wake = () => {};
  #helped = () => {};

  /** @param {EngineFolder} folder */
  static async start(folder, {page = pages.isolated, limits = {}, game = ''} = {}) {
    const {LineWriter, sharedLines} = await import(join(folder.path, 'shared_lines.js'));
    const shared = page === pages.other ? null : sharedLines(1 << 12);
    const code = page === pages.threads ? 'crownd-threads' : 'crownd';
    return new Engine({folder: folder.path, code, module: folder.modules[code], shared, limits, game}, LineWriter);
  }

  constructor(workerData, LineWriter) {
    this.worker = new Worker(new URL('engine_in_node.mjs', import.meta.url), {workerData});
    this.worker.on('message', (data) => this.#heard(data));
    this.worker.on('error', (fault) => this.#heard({line: `(the engine failed: ${fault.stack})`, closed: true}));
    const post = (line) => this.worker.postMessage({lines: [line]});
    this.writer = workerData.shared
      ? new LineWriter(workerData.shared, () => this.worker.postMessage({}))
      : {write: post, end: () => post(null)};
  }

  #heard({line, closed, helped}) {
    if (line !== undefined) this.lines.push(line);
    if (helped) this.#helped();
    this.closed ||= Boolean(closed);
    this.#wake();
  }

  say(line) {
    this.writer.write(line);
  }
  /** Starts helper threads. @param {number} count */
  async help(count) {
    await new Promise((resolve) => {
      this.#helped = resolve;
      this.worker.postMessage({helpers: count});
    });
    this.say(`setoption name Threads value ${1 + count}`);
  }
  end() {
    this.writer.end();
  }

  /** The next line; null if the session is over, or after this many milliseconds. */
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

  /** All lines up to one with this prefix. */
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
