// Sessions with engines, and the channels that they use.

import assert from 'node:assert/strict';
import test from 'node:test';
import { withGlobals } from './browser.mjs';

const page = '../../../../clients/web/page';
const session = await import(`${page}/protocol/session.js`);
const { Session, Refusal, answerAtOnce } = session;
const { WebSocketChannel } = await import(`${page}/protocol/websocket_channel.js`);

/** The next turn of the event loop, with the real timer. */
const { setTimeout: timer } = globalThis;
const turn = () => new Promise((done) => timer(done));

test('a refused connection is retried after growing pauses', async () => {
  const [pauses, made] = [[], []];
  let next = () => {};
  const stubs = {
    setTimeout: (action, pause) => (pauses.push(pause), (next = action), 1),
    WebSocket: class { constructor() { made.push(this); } },
  };
  await withGlobals(stubs, () => {
    const channel = new WebSocketChannel('/engine/0', null, { opened() {}, line() {}, closed: () => channel.open() });
    channel.open();
    for (let i = 0; i < 7; i += 1) {
      made.at(-1).onclose({ code: 1013, reason: 'too many tabs' });
      next();
    }
  });
  assert.deepEqual(pauses, [250, 500, 1000, 2000, 4000, 8000, 10000]);
  assert.equal(made.length, 8);
});

/** Aborts a search at a moment; returns the sent lines and the result. @param {string} when @param {symbol} [reason] */
async function aborted(when, reason) {
  const sent = [];
  let socket;
  class Socket {
    static OPEN = 1;
    readyState = 0;
    constructor() { socket = this; }
    send(line) { sent.push(line); }
  }
  return withGlobals({ WebSocket: Socket }, async () => {
    const open = () => ((socket.readyState = 1), socket.onopen());
    const hear = (line) => socket.onmessage({ data: line });
    const engine = new Session((events) => new WebSocketChannel('/engine/0', null, events));
    const stop = new AbortController();
    const steps = [{ lines: ['position', 'isready'], last: 'readyok' }, { lines: ['go'], last: 'bestmove', search: true }];
    const first = engine.ask(['uci']);
    const answer = engine.run({ steps, signal: stop.signal }).then((lines) => lines.join(), (error) => error.constructor.name);
    const at = (moment) => moment === when && stop.abort(reason);
    at('waiting');
    open();
    hear('readyok');
    await first;
    at('before');
    if (when === 'lost') {
      socket.readyState = 3;
      await withGlobals({ setTimeout: (action) => (queueMicrotask(action), 1) }, async () => {
        socket.onclose({ code: 1006, reason: '' });
        stop.abort(reason);
        await turn();
      });
      if (reason) open();
    }
    hear('readyok');
    at('searching');
    hear('bestmove 11-15');
    return [sent.join(' '), await answer];
  });
}

test('an engine told to move at once moves; other aborted tasks are dropped', async () => {
  const [uci, moves] = ['uci isready', 'readyok,bestmove 11-15'];
  const begun = `${uci} position isready`;
  const given = session.TaskAborted.name;
  const cases = [
    ['waiting', [`${begun} go stop`, moves], [uci, given]],
    ['before', [`${begun} go stop`, moves], [begun, given]],
    ['lost', [`${begun} position isready go stop`, moves], [begun, given]],
    ['searching', [`${begun} go stop`, moves], [`${begun} go stop`, moves]],
  ];
  for (const [when, atOnce, dropped] of cases) {
    assert.deepEqual(await aborted(when, answerAtOnce), atOnce, when);
    assert.deepEqual(await aborted(when), dropped, when);
  }
});

test('a session that needs much memory closes until its next task', async () => {
  const told = [];
  let rest = () => {};
  const stubs = { setTimeout: (action, pause) => (told.push(`rest ${pause}`), (rest = action), 1), clearTimeout: () => (rest = () => {}) };
  await withGlobals(stubs, async () => {
    const engine = new Session((events) => ({
      isOpen: false,
      isWanted: false,
      open() {
        told.push('open');
        this.isOpen = true;
        events.opened();
      },
      send: (line) => queueMicrotask(() => events.line(line === 'isready' ? 'readyok' : line)),
      close() {
        told.push('close');
        this.isOpen = false;
      },
    }), { idleTimeout: () => 1000 });
    await Promise.all([engine.ask(['one']), engine.ask(['two'])]);
    rest();
    await engine.ask(['three']);
    const next = engine.ask(['four']);
    rest();
    await next;
  });
  assert.deepEqual(told, ['open', 'rest 1000', 'close', 'open', 'rest 1000', 'rest 1000']);
});

test('an analysis ended during its probe starts no search', async () => {
  const { Analyst } = await import(`${page}/analysis/analyst.js`);
  const [sent, answers, told] = [[], [], []];
  const run = ({ steps }) => new Promise((resolve, reject) => {
    sent.push(steps.flatMap(({ lines }) => lines).join());
    answers.push({ resolve, reject });
  });
  const engines = { options: async () => new Map(), session: () => ({ run }), longSearchOptions: () => null };
  const analyst = new Analyst(engines, () => {}, (refusal) => told.push(refusal.message));
  for (const [i, game] of ['one', 'two', 'three'].entries()) {
    analyst.follow({ game, start: 'startpos', moves: [] }, 0, 1, true);
    while (answers.length <= i) await null;
  }
  answers[0].resolve(['probe unknown']);
  answers[1].reject(new Refusal('error stopped it was stopped'));
  answers[2].resolve(['probe unknown']);
  await turn();
  const begun = ['one', 'two', 'three'].map((game) => `position ${game} startpos,isready,probe`);
  assert.deepEqual(sent, [...begun, 'position three startpos,isready,go infinite']);
  assert.deepEqual(told, []);
});
