// Review of a game with a scripted engine, judgements, and scores in files.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { root } from './browser.mjs';

const page = '../../../../clients/web/page';
const { Lesson, PositionSearches, review } = await import(`${page}/analysis/review.js`);
const { Refusal, TaskAborted } = await import(`${page}/protocol/session.js`);
const { accuracyOf, glyphOf, lossOf, remarkIn, takeScores } = await import(`${page}/analysis/scores.js`);
const { addMove, mainLine, newTree } = await import(`${page}/game/tree.js`);

const calm = [['a'], ['b'], ['c'], ['d'], ['e']].map(([move]) => [[0, move]]);

/**
 * Reviews a game with the moves a, b, c and d.
 * @param {Record<number, any>} searches by ply, where they differ from `calm`: the first and the deeper search, [cp, best move]
 * @param {Record<number, string[]>} truths answers to `probe` by ply @param {Record<number, string[]>} choices legal moves by ply
 * @param {() => string[]} explained answers to `why`
 */
async function reviewed(searches = {}, truths = {}, choices = {}, explained = () => ['why b blunder best x loss 300']) {
  const tree = newTree();
  const head = ['a', 'b', 'c', 'd'].reduce(addMove, tree);
  const sent = [];
  const currentGame = {
    record: { game: 'g', start: 's', root: tree, cursor: tree, head },
    referee: {
      view: async ({ moves: { length } }) => ({ turn: ['white', 'black'][length % 2], moves: choices[length] ?? ['x', 'y'], status: { outcome: 'ongoing' } }),
    },
  };
  const run = async ({ steps, onLine }) => {
    const ply = Math.max(0, steps[0].lines[0].split(' ').length - 4);
    const [go] = steps[1].lines;
    sent.push(`${ply} ${go.replace(/ movetime .*/, '')}`);
    if (go === 'probe') return truths[ply] ?? ['probe unknown'];
    if (go.startsWith('why')) return explained();
    const nodes = Number(/nodes (\d+)/.exec(go)?.[1] ?? 50000);
    const [first, second = first] = searches[ply] ?? calm[ply];
    const [cp, best] = nodes > 50000 ? second : first;
    onLine(`info depth 9 multipv 1 score cp ${cp} nodes ${nodes} pv ${best} z`);
    return ['bestmove x'];
  };
  await review(currentGame, { options: async () => new Map(), session: () => ({ run }) }, 0, new AbortController().signal, () => {});
  const nodes = mainLine(tree);
  return {
    sent, signs: nodes.map(({ judgement }) => judgement?.sign ?? null), losses: nodes.map(({ judgement }) => judgement && Math.round(100 * judgement.loss)),
    reasons: nodes.map(({ judgement }) => judgement?.reasons),
    variations: nodes.map(({ children }) => children.slice(1).map((each) => [each.move, each.isEngines])),
  };
}

/** The move b loses 300. */
const blunder = { 1: [[0, 'x']], 2: [[300, 'c']], 3: [[-300, 'd']], 4: [[300, 'e']] };

test('positions are searched from the end with equal nodes', async () => {
  const { sent, signs } = await reviewed();
  assert.deepEqual(sent.filter((line) => line.includes('nodes')), [4, 3, 2, 1, 0].map((ply) => `${ply} go nodes 50000`));
  assert.deepEqual(signs, [null, '', '', '', '']);
});

test('both positions of a score swing are searched deeper', async () => {
  const { sent, signs, variations } = await reviewed(blunder);
  assert.deepEqual(sent.filter((line) => line.includes('nodes 200000')), ['2 go nodes 200000', '1 go nodes 200000']);
  assert.deepEqual(signs, [null, '', '??', '', '']);
  assert.deepEqual(variations[1], [['x', true]]);
});

test('mistakes alone are explained, after all searches', async () => {
  const reason = 'reason loses-material lost man plies 2 line b c';
  const { sent, reasons } = await reviewed(blunder, {}, {}, () => [reason, 'why b blunder best x loss 300']);
  assert.deepEqual(sent.filter((line) => line.includes('why')), ['1 why b nodes 50000']);
  assert.equal(sent.at(-1), '1 why b nodes 50000');
  assert.deepEqual(reasons, [undefined, undefined, [reason], undefined, undefined]);
  assert.deepEqual((await reviewed()).sent.filter((line) => line.includes('why')), []);
});

test('explanations search at most 0.3 times as many nodes as the review', async () => {
  const value = ['value x win 5', 'value a draw', 'value b draw', 'value c draw', 'value d draw', 'probe win 5'];
  const { sent, signs } = await reviewed({}, { 0: value, 1: value, 2: value, 3: value });
  assert.deepEqual(signs.slice(1), ['??', '??', '??', '??']);
  const nodes = (word) => sent.flatMap((line) => (line.includes(word) ? Number(/nodes (\d+)/.exec(line)?.[1] ?? 50000) : [])).reduce((sum, each) => sum + each, 0);
  assert.ok(nodes('why') > 0.25 * nodes('go') && nodes('why') <= 0.3 * nodes('go'), `${nodes('why')} of ${nodes('go')}`);
});

test('an engine that cannot explain moves is asked once', async () => {
  const value = ['value x win 5', 'value b draw', 'value c draw', 'probe win 5'];
  const { sent, signs, reasons } = await reviewed({}, { 1: value, 2: value }, {}, () => {
    throw new Refusal("error unknown-command 'why' is no command; help lists them");
  });
  assert.deepEqual([signs[2], signs[3]], ['??', '??']);
  assert.equal(sent.filter((line) => line.includes('why')).length, 1);
  assert.ok(reasons.every((each) => each === undefined));
});

test('a deeper search can clear a move', async () => {
  const { signs, variations } = await reviewed({ 1: [[0, 'x']], 2: [[300, 'c'], [0, 'c']] });
  assert.equal(signs[2], '');
  assert.deepEqual(variations[1], []);
});

test('the choice of the engine in either search is no mistake', async () => {
  for (const [first, second] of ['bx', 'xb']) assert.equal((await reviewed({ ...blunder, 1: [[0, first], [0, second]] })).signs[2], '', first);
});

test('tables overrule the search', async () => {
  const wrong = { 1: ['value x win 5', 'value b draw', 'probe win 5'], 2: ['value c loss 4', 'value y draw', 'probe draw'] };
  const { signs, losses, variations } = await reviewed({ 3: [[900, 'd']] }, wrong);
  assert.deepEqual([signs.slice(2, 4), losses.slice(2, 4)], [['??', '??'], [50, 50]]);
  assert.deepEqual(variations.slice(1, 3), [[['x', true]], [['y', true]]]);
  const right = { 1: ['value x win 5', 'value b win 9', 'probe win 5'] };
  assert.equal((await reviewed({ 0: [[900, 'x']], 1: [[900, 'x']], 2: [[900, 'c']] }, right)).signs[2], '');
});

test('a forced move is not judged', async () => {
  assert.deepEqual((await reviewed(blunder, {}, { 1: ['b'] })).signs, [null, '', null, '', '']);
});

test('a review asks about the positions of its game', async () => {
  const record = (game, moves) => ({ game, start: 's', root: newTree(), moves });
  const currentGame = { record: record('first') };
  ['a', 'b'].reduce(addMove, currentGame.record.root);
  const asked = [];
  currentGame.referee = { view: async ({ game }) => {
    asked.push(game);
    currentGame.record = record('second');
    return { turn: 'white', moves: ['x', 'y'], status: { outcome: 'ongoing' } };
  } };
  const run = async ({ steps }) => asked.push(steps[0].lines[0].split(' ')[1]);
  await review(currentGame, { options: async () => new Map(), session: () => ({ run }) }, 0, new AbortController().signal, () => {});
  assert.deepEqual(asked, ['first', 'first', 'first', 'first']);
});

test('an aborted search has no result', async () => {
  const stop = new AbortController();
  const searches = new PositionSearches({ session: () => ({ run: async () => stop.abort() }) }, 0, stop.signal);
  await assert.rejects(searches.at({ game: 'g', start: 's', moves: [] }, 'nodes 1'), TaskAborted);
});

/** A lesson in which the move x was tried for the first mistake, and the search then ended after `act`. */
async function lessonAfter(act) {
  const root = newTree();
  const [first, , second] = ['a', 'b', 'c'].reduce((line, move) => [...line, addMove(line.at(-1) ?? root, move)], []);
  for (const node of [first, second]) node.judgement = { sign: '??', loss: 0.5 };
  const tried = addMove(root, 'x');
  const shown = [];
  const currentGame = {
    record: { game: 'g', start: 's', root }, requestedNode: tried,
    knownView: (node) => ({ turn: node === root ? 'a' : 'b' }),
    goTo: async (node) => void shown.push(node.move),
  };
  const searches = [];
  const run = ({ onLine }) => new Promise((done) => searches.push(() => {
    onLine('info depth 1 multipv 1 score cp 300 nodes 1 pv a');
    done([]);
  }));
  const lesson = new Lesson(currentGame, { session: () => ({ run }) }, 0);
  const judged = lesson.judge(tried, () => {});
  await act(lesson, currentGame);
  for (; searches.length; await new Promise((done) => setTimeout(done))) searches.shift()();
  await judged;
  return [lesson.at, lesson.state, shown, root.evaluation?.cp];
}

test('a tried move is judged until another question is asked', async () => {
  assert.deepEqual(await lessonAfter(() => {}), [0, 'bad', [''], 300]);
  assert.deepEqual(await lessonAfter((lesson) => lesson.next()), [1, 'asking', ['b'], undefined]);
  assert.deepEqual(await lessonAfter((lesson) => lesson.ask()), [0, 'asking', [], undefined]);
  assert.deepEqual(await lessonAfter((_, currentGame) => (currentGame.requestedNode = null)), [0, 'bad', [], 300]);
});

test('moves get the same losses, signs and accuracies as by other programs', () => {
  const games = JSON.parse(readFileSync(new URL('tests/clients/shared/data/judged_games.json', root), 'utf8'));
  assert.ok(games.length);
  for (const { moves, accuracy } of games) {
    const losses = moves.map(({ before, after, forced }) => (forced ? 0 : lossOf(before, after, true)));
    assert.deepEqual(losses.map((loss) => [Math.round(1000 * loss), glyphOf(loss)]), moves.map(({ loss, sign }) => [loss, sign]));
    const ofSide = (side) => accuracyOf(losses.filter((_, i) => moves[i].side === side && !moves[i].forced));
    assert.deepEqual([0, 1].map(ofSide).map((percent) => percent && Math.round(10 * percent) / 10), accuracy);
  }
});

test('scores in comments of several programs are evaluations for the side to move', () => {
  const none = null;
  const cases = [
    [['book', '+0.35/12 1.234s', '-0.10/9 0.001s', '+M3/20 0.1s', '0.5s no-moves: Black cannot move'], [none, [35, 12], [-10, 9], ['M3', 20], none, none]],
    [['good [%eval 0.35] move', '[%eval #-2,14]'], [none, [35, none], ['M2', 14]]],
    [['(17/0.42)', '(-1.50/21)', 'mine'], [[42, 17], [-150, 21], none, none]],
    [['depth 21/15.3, value 8', 'value=-12 depth=9', ''], [[8, 21], [12, 9], none, none]],
    [['see game 3/12', 'played 9-13 or 1/2', 'value for money'], [none, none, none, none]],
  ];
  for (const [comments, expected] of cases) {
    const tree = newTree();
    comments.reduce((node, comment, i) => Object.assign(addMove(node, `m${i}`), { comment, side: i % 2 ? 'w' : 'b' }), tree);
    takeScores(tree, 'w');
    const found = mainLine(tree).map(({ evaluation }) => evaluation && [evaluation.cp ?? `M${evaluation.mate}`, evaluation.depth ?? none]);
    assert.deepEqual(found, expected, comments.join());
  }
});

test('comments of machines are not shown', () => {
  const comments = ['+0.35/12 1.234s', 'book', '0.034s', '-M3/9 0.1s no-moves: Black cannot move', '[%eval 0.3] [%clk 0:01:00] why not', 'bookish', 'a 1.5s rest'];
  assert.deepEqual(comments.map(remarkIn), ['', '', '', 'no-moves: Black cannot move', 'why not', 'bookish', 'a 1.5s rest']);
});
