// The game on the board: clocks, results of analyses, and answers of the engine that come too late.

import assert from 'node:assert/strict';
import test from 'node:test';
import './browser.mjs';
import { referee } from './engine.mjs';

const page = '../../../../clients/web/page';
const { CurrentGame } = await import(`${page}/play/current_game.js`);
const { newRecord, packRecord, unpackRecord } = await import(`${page}/play/game_record.js`);
const { Hint, Opponent } = await import(`${page}/play/engine_moves.js`);
const { Refusal } = await import(`${page}/protocol/session.js`);
const { UndoHistory } = await import(`${page}/play/undo.js`);
const { addMove, newTree } = await import(`${page}/game/tree.js`);

const people = { playing: true, players: { b: { kind: 'human' }, a: { kind: 'human' } } };
const stored = (record) => unpackRecord(JSON.parse(JSON.stringify(packRecord(record))));

async function lostOnTime() {
  const game = new CurrentGame(referee);
  const undoHistory = new UndoHistory(game);
  await game.open(newRecord('english', 'startpos', { ...people, control: { base: 500, increment: 0 }, left: { b: 500, a: 500 } }));
  for (const move of ['11-15', '22-18']) await game.play(move);
  while (!game.ending) await new Promise((done) => game.addEventListener('change', done, { once: true }));
  assert.equal(game.ending.reason, 'time');
  return { game, undoHistory };
}

test('after a loss on time a game continues without clocks', async () => {
  const ways = [
    [['11-15', '22-18'], ({ undoHistory }) => undoHistory.undo()],
    [['11-15'], async ({ undoHistory }) => (await undoHistory.undo(), undoHistory.undo())],
    [['11-15'], ({ game }) => game.takeBack()],
  ];
  for (const [moves, way] of ways) {
    const lost = await lostOnTime();
    const { game } = lost;
    await way(lost);
    for (const record of [game.record, stored(game.record)]) {
      await game.open(record);
      assert.deepEqual([game.positionAt().moves, game.isLive, game.clock], [moves, true, null]);
    }
  }
});

test('damaged clocks are dropped', async () => {
  const game = new CurrentGame(referee);
  const clocks = [[{ base: 1, increment: 0 }, {}], [{ base: 1, increment: 0 }, { b: NaN, a: 1 }], [{ base: 1 }, { b: 1, a: 1 }]];
  for (const [control, left] of clocks) {
    await game.open(stored(newRecord('english', 'startpos', { ...people, control, left })));
    assert.equal(game.clock, null);
  }
});

test('the head of an analysis is the end of the main line, whose result counts', async () => {
  const game = new CurrentGame(referee);
  const result = () => [game.record.head.move, game.ending?.winner];
  await game.open(newRecord('english', 'W:W18,32:B15'));
  await game.play('18x11');
  assert.deepEqual(result(), ['18x11', 'a']);
  assert.equal(stored({ ...game.record, head: game.record.root }).head.move, '18x11');

  const other = newTree();
  const [wrong, right] = ['26x17', '25x18x11'].map((move) => addMove(other, move));
  await game.open(newRecord('english', 'W:W25,26:B15,22', { root: other, head: wrong }));
  await game.remove(wrong);
  assert.deepEqual(result(), ['25x18x11', 'a']);
  await game.promote(addMove(other, '26x17'));
  assert.deepEqual(result(), ['26x17', undefined]);
  await game.promote(right);
  assert.deepEqual(result(), ['25x18x11', 'a']);
});

test('a move after the end of a game is analysis', async () => {
  const game = new CurrentGame(referee);
  await game.open(newRecord('english', 'startpos', people));
  await game.play('11-15');
  game.resign('a');
  await game.play('22-18');
  assert.deepEqual([game.record.playing, game.record.head.move, game.ending.reason], [false, '11-15', 'resignation']);
});

/** A referee that answers when it is told; the game `known` at once. */
function slowReferee() {
  const waiting = [];
  const view = {
    facts: new Map(), routes: [], moves: ['x'], turn: 'a', sides: [{ name: 'a' }, { name: 'b' }], status: { outcome: 'ongoing', repetition: 1, quiet: 0 },
  };
  return {
    view: ({ game }) => new Promise((done) => (game === 'known' ? done(view) : waiting.push(() => done(view)))),
    async answer() {
      for (; waiting.length; await new Promise((done) => setTimeout(done))) waiting.splice(0).forEach((tell) => tell());
    },
  };
}

/** An open game with a move, in which `act` waits for the referee. */
async function during(act, parts = {}) {
  const slow = slowReferee();
  const game = new CurrentGame(slow);
  const root = newTree();
  const record = newRecord('slow', 'startpos', { root, head: addMove(root, 'x'), cursor: root.children[0], ...parts });
  const opened = game.open(record);
  await slow.answer();
  assert.equal(await opened, true);
  return { game, record, done: act(game), answer: slow.answer };
}

test('the game requested last is opened', async () => {
  const { game, done, answer } = await during((each) => each.open(newRecord('slow', 'startpos')));
  const latest = newRecord('known', 'startpos');
  assert.equal(await game.open(latest), true);
  await answer();
  assert.equal(await done, false);
  assert.equal(game.record, latest);
});

test('an answer for another game changes nothing', async () => {
  const engine = { kind: 'engine' };
  const acts = [(game) => game.goTo(addMove(game.record.root, 'y')), (game) => game.play('x'), (game) => game.restore(addMove(game.record.root, 'y'))];
  const takeBack = (game) => ((game.record.head = addMove(game.record.head, 'z')), game.takeBack());
  for (const act of [...acts, takeBack]) {
    const { game, done, answer } = await during(act, { playing: true, players: { a: { kind: 'human' }, b: engine } });
    const root = newTree();
    const end = addMove(root, 'x');
    await game.open(newRecord('known', 'startpos', { root, head: end, cursor: end }));
    await answer();
    await done;
    assert.deepEqual([game.record.game, game.record.cursor, game.record.head], ['known', end, end], String(act));
  }
});

test('a move counts only if the game has not ended before the answer', async () => {
  const { game, record, done, answer } = await during((each) => each.play('x'), people);
  game.end({ winner: 'b', reason: 'time' });
  await answer();
  assert.equal(await done, false);
  assert.deepEqual([record.head, record.head.children], [record.root.children[0], []]);
});

test('scores of an earlier game are forgotten', async () => {
  const game = new CurrentGame(slowReferee());
  const lines = [];
  const engines = { options: async () => new Map(), session: () => ({ run: ({ onLine }) => new Promise(() => lines.push(onLine)) }) };
  const opponent = new Opponent(game, engines, () => {}, () => {});
  const players = { a: { kind: 'engine', engine: 0, level: 1, minimax: 0, limit: { kind: 'depth', value: 1 } }, b: { kind: 'human' } };
  const tell = () => lines[0]('info depth 1 multipv 1 score cp -300 pv x');
  await game.open(newRecord('known', 'startpos', { playing: true, players }));
  await new Promise((done) => setTimeout(done));
  tell();
  assert.equal(opponent.lastInfo.get('a').cp, -300);
  await game.open(newRecord('known', 'startpos', { playing: true, players: { a: players.b, b: players.a } }));
  tell();
  assert.equal(opponent.lastInfo.size, 0);
});

test('a refused hint is reported, and can be requested again', async () => {
  const game = new CurrentGame(slowReferee());
  await game.open(newRecord('known', 'startpos', { playing: true, players: { a: { kind: 'human' }, b: { kind: 'human' } } }));
  let asked = 0;
  const run = async () => {
    asked += 1;
    throw new Refusal('error limit too many searches');
  };
  const engines = { areConnected: true, options: async () => new Map(), session: () => ({ run }) };
  const refusals = [];
  const hint = new Hint(game, engines, () => {}, (refusal) => refusals.push(refusal.message));
  await hint.ask();
  await hint.ask();
  assert.deepEqual([asked, hint.shown, refusals], [2, null, ['too many searches', 'too many searches']]);
});
