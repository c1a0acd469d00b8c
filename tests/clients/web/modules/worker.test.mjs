// `stop` without shared memory: worker.js replaces the engine's worker.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

/** The engine's workers, with the lines that each received. @type {any[]} */
const workers = [];
/** Lines for the page. @type {string[]} */
let answers = [];
const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);
const manifest = { code: { crownd: empty.length }, weights: {} };

globalThis.self = globalThis;
globalThis.postMessage = ({ line }) => line && answers.push(line);
globalThis.fetch = async (address) => new Response(String(address).endsWith('.json') ? JSON.stringify(manifest) : empty);
globalThis.Worker = class {
  lines = [];
  isEnded = false;
  constructor() {
    workers.push(this);
  }
  postMessage({ lines = [] }) {
    this.lines.push(...lines);
  }
  terminate() {
    this.isEnded = true;
  }
  say(line) {
    this.onmessage?.({ data: { line } });
  }
};

const turn = () => new Promise((done) => setTimeout(done));
/** Sends lines as the page does. */
async function send(...lines) {
  for (const line of lines) self.onmessage({ data: { line } });
  await turn();
}
const latest = () => workers.at(-1);

let count = 0;

beforeEach(async () => {
  workers.length = 0;
  // Each test needs a new instance of the module.
  await import(`../../../../clients/web/engine/worker.js?${(count += 1)}`);
  self.onmessage({ data: { start: {} } });
  while (!workers.length) await turn();
  answers = [];
});

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
