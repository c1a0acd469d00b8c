// Game trees, game texts, clicked and written moves, scores, files of a match, levels, and clocks.

import assert from 'node:assert/strict';
import test from 'node:test';
import './browser.mjs';

const page = '../../../../clients/web/page';
const tree = await import(`${page}/game/tree.js`);
const { writeMoves } = await import(`${page}/game/write.js`);

test('a stored game keeps its tree', () => {
  const root = tree.newTree();
  const a = tree.addMove(root, 'a');
  const b = tree.addMove(a, 'b');
  const c = tree.addMove(a, 'c');
  Object.assign(c, { nags: '$14 $36', comment: 'why', path: ['1', '2'], judgement: { sign: '?', loss: 0.2 }, isEngines: true });
  tree.promote(c);
  const packed = tree.pack(root);
  const copy = tree.unpack(JSON.parse(JSON.stringify(packed)));
  assert.deepEqual(packed, [{ m: '' }, { m: 'a' }, { m: 'c', p: ['1', '2'], c: 'why', a: '$14 $36', j: { sign: '?', loss: 0.2 }, v: 1 }, { m: 'b', u: 1 }]);
  assert.deepEqual(tree.mainLine(copy).map((node) => node.move), ['', 'a', 'c']);
  assert.deepEqual(copy, root);
  assert.deepEqual(tree.movesTo(tree.follow(copy, tree.wayTo(b))), ['a', 'b']);
});

test('answers to read become games', async () => {
  const { Answers } = await import(`${page}/game/read.js`);
  const lines = ['game 1 line 1 english', 'tag Event x', 'tag Event y', 'start startpos', 'comment to begin', 'move a', 'nag 1', 'nag 14', 'nag !!!',
    'move b', 'variation begin', 'comment or', 'nag 36', 'move c', 'comment so', 'variation begin', 'move d', 'variation end', 'move e',
    'variation end', 'variation begin', 'comment only this', 'variation end', 'move f', 'error 3 illegal-move g: blocked: no way: g', 'text g', 'nag 2', 'comment why',
    'result win b 1 - 0', 'warning 4 so it is', 'done 1 plies 3'];
  const answers = new Answers();
  // A text read again after a lost connection counts once.
  for (const line of [...lines.slice(0, 9), ...lines]) answers.take(`read${line}`);
  assert.equal(answers.games.length, 1);
  const [{ root, tags, said, result, faults, warnings }] = answers.games;
  const text = writeMoves(root, '*', { text: (node) => node.move, firstNumber: 1, repeatsNumber: true, secondBegins: false });
  assert.equal(text.replaceAll('\n', ' '), '{to begin} 1. a $1 $14 !!! b $36 {only this} ({or} 1... c {so} 2. e) (1... d) 2. f {g $2 why} * ');
  assert.deepEqual([...tags], [['Event', 'x'], ['Event ', 'y']]);
  assert.deepEqual([said, result], ['b', '1 - 0']);
  assert.deepEqual(faults, [{ line: 3, word: 'g', error: 'error illegal-move blocked: no way: g' }]);
  assert.deepEqual(warnings, [{ line: 4, text: 'so it is' }]);
});

test('written comments remain comments', () => {
  const root = tree.newTree();
  tree.addMove(root, 'a').comment = 'a } brace';
  tree.addMove(tree.addMove(root, 'b'), 'c').comment = `${'long '.repeat(15)}[Event "x"] and`;
  const text = writeMoves(root, '*', { text: (node) => node.move, firstNumber: 1, repeatsNumber: false, secondBegins: false });
  const long = Array(14).fill('long').join(' ');
  assert.equal(text, `1. a ; a } brace\n(1. b c {${long}\nlong [Event "x"] and}) *\n`);
});

test('clicks follow routes', async () => {
  const { MoveEntry, illegalMoveText } = await import(`${page}/board/move_entry.js`);
  const route = (move, path, takes = []) => ({ move, path: path.split(' '), takes, becomes: '' });
  const routes = [route('1x3', '1 2 3', ['a', 'b']), route('1x3', '1 4 3', ['b', 'a']), route('1x5', '1 2 5', ['a', 'c']), route('7-8', '7 8')];
  const rules = { canChoose: (square) => square === '1' || square === '7', canChange: true, touchMove: false };
  const cases = [
    ['1 2 5', 'chosen step 1x5'], ['1 4 3', 'chosen step 1x3'], ['1 3', 'chosen 1x3'], ['1 7 8', 'chosen chosen 7-8'], ['1 9', 'chosen refused'],
    ['9', 'none'], ['1 1 7 8', 'chosen deselected chosen 7-8'],
  ];
  for (const [squares, outcomes] of cases) {
    const entry = new MoveEntry(routes, rules);
    assert.equal(squares.split(' ').map((square) => entry.press(square)).map(({ route, kind }) => route?.move ?? kind).join(' '), outcomes, squares);
  }
  assert.equal(illegalMoveText(routes, '7', '9'), '7-9');
});

test('scores, chances and signs', async () => {
  const { chanceOf, glyphOf, lossOf, reversed, scoreText } = await import(`${page}/analysis/scores.js`);
  const words = { mate: true, win: 'win', loss: 'loss' };
  assert.deepEqual([{ wdl: [500, 300, 200] }, { mate: -3 }, { cp: 0 }].map(chanceOf), [0.65, 0, 0.5]);
  assert.equal(scoreText({ cp: -35 }, words), '−0.35');
  assert.equal(scoreText({ cp: -4 }, words, 1), '0.0');
  assert.equal(scoreText(reversed({ cp: 0 }), words), '0.00');
  assert.equal(scoreText({ cp: 38 }, words, 1), '+0.4');
  assert.equal(scoreText({ mate: 2 }, words), '#2');
  assert.equal(scoreText({ mate: -2 }, { ...words, mate: false }), 'loss 2');
  assert.deepEqual([0.3, 0.15, 0.07, 0.01].map(glyphOf), ['??', '?', '?!', '']);
  assert.equal(lossOf({ wdl: [1000, 0, 0] }, { wdl: [1000, 0, 0] }, false), 1);
});

test('a running match is read and counted', async () => {
  const { newMatch, readMore, standing } = await import(`${page}/ui/match_results.js`);
  const game = (index, first, second, winner) => JSON.stringify({ type: 'game', index, first, second, winner, moves: [] });
  const text = [game(0, 'A', 'B', 'A'), game(1, 'B', 'A', null), game(2, 'A', 'B', 'B'), '{"type":"discarded","index":2}', '{"type":"ga'].join('\n');
  const match = readMore(newMatch(), text);
  const rows = (live) => standing(match, live).map(({ name, wins, draws, losses, points }) => [name, wins, draws, losses, points]);
  assert.deepEqual(rows(null), [['A', 1, 1, 0, 1.5], ['B', 0, 1, 1, 0.5]]);
  assert.deepEqual(rows({ pairings: [{ first: 'B', second: 'A', wins: 5, draws: 2, losses: 1 }] }), [['B', 5, 2, 1, 6], ['A', 1, 2, 5, 2]]);
  readMore(match, `${text}me","index":3,"first":"A","second":"B","winner":"A","moves":[]}\n`);
  assert.deepEqual([...match.games.keys()], [0, 1, 3]);
});

test('steps faster than the engine all count', async () => {
  const { CurrentGame } = await import(`${page}/play/current_game.js`);
  const { step } = await import(`${page}/ui/move_list.js`);
  const { newRecord } = await import(`${page}/play/game_record.js`);
  const view = { facts: new Map(), routes: [], turn: 'a', status: { outcome: 'ongoing' } };
  const currentGame = new CurrentGame({ view: () => new Promise((done) => setTimeout(done, 0, view)) });
  const root = tree.newTree();
  ['first', 'second', 'third'].reduce((line, move) => [...line, tree.addMove(line.at(-1), move)], [root]);
  await currentGame.open(newRecord('english', 'startpos', { root }));
  const shown = [];
  for (const steps of [[1, 1, 1], [-1, -1], [1, -1, -1]]) {
    const last = new Promise((done) => currentGame.addEventListener('position', done, { once: true }));
    for (const each of steps) step({ currentGame }, each);
    await last;
    shown.push(currentGame.record.cursor.move);
  }
  assert.deepEqual(shown, ['third', 'first', '']);
});

test('moves as people write them', async () => {
  const { movesIn } = await import(`${page}/ui/status_panel.js`);
  const written = ['11\u201315 23 - 19? 8: 11', '11-15,23-19, 8-11', '6c - 5d, a1x1 x2b2'];
  assert.deepEqual(written.map(movesIn), [['11\u201315', '23-19?', '8:11'], ['11-15', '23-19', '8-11'], ['6c-5d', 'a1x1', 'x2b2']]);
});

test('each level is a step of the scale of the engine', async () => {
  const { fullStrength, levels, strengthOptions } = await import(`${page}/play/players.js`);
  const options = new Map([['UCI_Elo', { min: -400, max: 2600 }]]);
  const scale = Array.from({ length: levels }, (_, i) => Number(strengthOptions(i + 1, options)['UCI_Elo']));
  assert.deepEqual(scale, Array.from({ length: 16 }, (_, i) => -400 + 200 * i));
  assert.equal(strengthOptions(fullStrength, options)['UCI_LimitStrength'], 'false');
});

test('clocks add the increment', async () => {
  const { Clock } = await import(`${page}/play/current_game.js`);
  let now = 0;
  const clock = new Clock({ base: 60000, increment: 2000 }, { a: 60000, b: 60000 }, () => now);
  clock.start('a');
  now = 5000;
  clock.press('a');
  clock.start('b');
  now = 6500;
  assert.deepEqual([clock.left('a'), clock.left('b')], [57000, 58500]);
});
