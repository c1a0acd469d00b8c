// worker.js: `stop` without shared memory, for which it replaces the engine's worker, and the wait for helper threads.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { LineReader } from '../../../../clients/web/engine/shared_lines.js';

/** The engine's workers, with the lines that each received. @type {any[]} */
const workers = [];
/** Lines for the page. @type {string[]} */
let answers = [];
const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
const manifest = { code: { crownd: empty.length, 'crownd-threads': empty.length }, weights: {} };

globalThis.self = globalThis;
Object.defineProperty(globalThis, 'navigator', { value: { hardwareConcurrency: 4 } });
globalThis.postMessage = ({ line }) => line && answers.push(line);
globalThis.fetch = async (address) => new Response(String(address).endsWith('.json') ? JSON.stringify(manifest) : empty);
globalThis.Worker = class {
  lines = [];
  isEnded = false;
  constructor() {
    workers.push(this);
  }
  postMessage({ lines = [], shared, helpers }) {
    this.lines.push(...lines);
    this.reader ??= shared && new LineReader(shared);
    this.helpers ??= helpers;
  }
  /** The lines in shared memory. */
  read() {
    const lines = [];
    for (let line; (line = this.reader.read()); ) lines.push(new TextDecoder().decode(line));
    return lines;
  }
  terminate() {
    this.isEnded = true;
  }
  say(line) {
    this.onmessage?.({ data: { line } });
  }
};

const turn = () => new Promise((done) => setImmediate(done));
/** Sends lines as the page does. */
async function send(...lines) {
  for (const line of lines) self.onmessage({ data: { line } });
  await turn();
}
const latest = () => workers.at(-1);

let count = 0;

async function start(options = {}) {
  workers.length = 0;
  // Each test needs a new instance of the module.
  await import(`../../../../clients/web/engine/worker.js?${(count += 1)}`);
  self.onmessage({ data: { start: options } });
  while (!workers.length) await turn();
  answers = [];
}

beforeEach(() => start());

test('a stopped search answers with the best move reported last', async () => {
  await send('setoption name MultiPV value 2', 'setoption name MultiPV value 1', 'position english startpos', 'go infinite');
  const [first] = workers;
  first.say('info depth 1 multipv 1 score cp 4 pv 9-13 22-18');
  first.say('info depth 2 multipv 2 score cp 1 pv 12-16');
  first.say('info depth 2 multipv 1 score cp 9 lowerbound pv 10-14');
  await send('stop', 'position english startpos moves 11-15');
  assert.equal(answers.at(-1), 'bestmove 9-13 ponder 22-18');
  assert.ok(first.isEnded);
  assert.equal(workers.length, 2);
  assert.deepEqual(latest().lines, ['setoption name MultiPV value 1', 'position english startpos', 'isready', 'position english startpos moves 11-15']);
});

test('before its first move a stopped search continues', async () => {
  await send('position english startpos', 'go infinite', 'stop');
  assert.equal(workers.length, 1);
  latest().say('info depth 1 score cp 0 pv 11-15');
  assert.equal(answers.at(-1), 'bestmove 11-15');
  assert.equal(workers.length, 2);
});

test('answers to repeated settings are not passed on', async () => {
  await send('setoption name Hash value 1000000', 'go infinite');
  workers[0].say('info depth 1 score cp 0 pv 11-15');
  await send('stop');
  answers = [];
  latest().say('error bad-argument too much');
  latest().say('readyok');
  latest().say('bestmove 9-14');
  assert.deepEqual(answers, ['bestmove 9-14']);
});

test('other lines wait for the end of a search', async () => {
  await send('go movetime 100', 'isready');
  assert.ok(!latest().lines.includes('isready'));
  latest().say('bestmove 9-14');
  assert.equal(latest().lines.at(-1), 'isready');
  await send('stop');
  assert.equal(workers.length, 1);
});

test('a search that only waits for stop is ended and keeps its result', async () => {
  await send('go infinite');
  const [first] = workers;
  first.say('info depth 99 score mate 1 pv 11-15');
  first.onmessage({ data: { held: true } });
  assert.ok(first.isEnded);
  await send('stop');
  assert.equal(answers.at(-1), 'bestmove 11-15');
  assert.equal(workers.length, 2);
});

test('lines wait for helper threads; during a search, which starts none, a second', async ({ mock }) => {
  globalThis.crossOriginIsolated = true;
  await start({ workers: 3 });
  mock.timers.enable({ apis: ['setTimeout'] });
  const later = async (milliseconds) => {
    mock.timers.tick(milliseconds);
    await turn();
    return latest().read();
  };
  await send('setoption name Threads value 2', 'go infinite');
  assert.equal(latest().helpers, 1);
  latest().onmessage({ data: { helping: true } });
  assert.deepEqual(await later(60_000), []);
  latest().onmessage({ data: { helped: true } });
  assert.deepEqual(await later(0), ['setoption name Threads value 2', 'go infinite']);
  await send('setoption name Threads value 3', 'stop');
  assert.deepEqual(await later(999), []);
  assert.deepEqual(await later(1), ['setoption name Threads value 3', 'stop']);
});
