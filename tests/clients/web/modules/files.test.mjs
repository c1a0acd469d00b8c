// The page reads tests/game_files and random games as the engine does, and loses nothing when it writes and reads them.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { root } from './browser.mjs';
import { referee } from './engine.mjs';

const page = '../../../../clients/web/page';
const { readText } = await import(`${page}/game/read.js`);
const { writeGame } = await import(`${page}/game/write.js`);
const { addMove, allNodes, mainLine, movesTo, newTree } = await import(`${page}/game/tree.js`);
const { decode } = await import(`${page}/ui/game_files.js`);
const { setLanguage } = await import(`${page}/lang/text.js`);
const { remarkText } = await import(`${page}/lang/errors.js`);

const folder = new URL('tests/game_files/', root);
const names = readdirSync(folder).filter((name) => !name.endsWith('.read')).sort();
/** Node reads windows-1252 as Latin-1; browser/test_imports.py tests this encoding. */
const upper = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const textOf = (name) => decode(readFileSync(new URL(name, folder))).replace(/[\x80-\x9f]/g, (letter) => upper[letter.charCodeAt(0) - 0x80]);
const answersTo = (name) => readFileSync(new URL(`${name}.read`, folder), 'utf8').split('\n').filter(Boolean);

/** Reads a text like the import. */
const read = (text, current) => readText(text, { current, referee, choose: async (games) => games[0] });
/** Writes a game like the export. */
const write = ({ game, start, root: tree, said, names: players, tags }, isAlgebraic) =>
  writeGame({ game, start, root: tree, names: players, tags, winner: said, date: new Date(), verdict: said === null ? '' : 'file', isAlgebraic }, referee);
/** The contents of a game. */
const dump = ({ game, start, root: tree, said, names: players, tags, faults, warnings }) => ({
  game, start, said, names: players, tags, main: mainLine(tree).slice(1).map(({ move }) => move),
  nodes: allNodes(tree).map((node) => [movesTo(node).join(' '), node.comment, node.before, [node.glyph, node.nags].join(' ').trim(), node.side]),
  faults: faults.map(({ line, word }) => [line, word]), warnings: warnings.map(({ line, text }) => [line, text]),
});
const words = (...texts) => texts.join(' ').split(/\s+/).filter(Boolean).sort();

const glyphs = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!' };
/** Tags that the page shows by other means. */
const shownTags = ['white', 'black', 'first', 'second', 'result', 'game', 'gametype', 'fen', 'start', 'setup'];

/** The games in the answers to `read`: moves by their paths, with comments and signs in any order. @param {string[]} lines */
function expected(lines) {
  const games = [];
  let [game, way, outer] = [null, [], []];
  for (const line of lines) {
    const [, kind, text] = /^read(\S+) ?(.*)$/.exec(line);
    const [first] = text.split(' ');
    if (kind === 'game') {
      const name = text.split(' ')[3];
      game = { game: name === '-' ? '' : name, start: '', said: undefined, tags: [], main: [], ways: new Set(), comments: [], nags: [], faults: [], warnings: [] };
      [way, outer] = [[], []];
    } else if (kind === 'tag') game.tags.push([first, text.slice(first.length + 1)]);
    else if (kind === 'start') game.start = text;
    else if (kind === 'move') {
      way = [...way, text];
      game.ways.add(way.join(' '));
      if (!outer.length) game.main.push(text);
    } else if (kind === 'comment' || kind === 'text') game.comments.push(text);
    else if (kind === 'nag') game.nags.push(glyphs[text] ?? (/^\d+$/.test(text) ? `$${text}` : text));
    else if (kind === 'variation' && text === 'begin') {
      outer.push(way);
      way = way.slice(0, -1);
    } else if (kind === 'variation') way = outer.pop();
    else if (kind === 'result') game.said = { win: text.split(' ')[1], draw: '' }[first] ?? null;
    else if (kind === 'error') game.faults.push(Number(first));
    else if (kind === 'warning') game.warnings.push([Number(first), text.slice(first.length + 1)]);
    else if (kind === 'done') games.push(game);
  }
  return games;
}

function compare(got, game) {
  const opens = game.start ? game.game : '';
  assert.equal(got.game, opens);
  assert.deepEqual(got.faults.map(([line]) => line), game.faults);
  assert.deepEqual(got.warnings, game.warnings);
  if (!opens) return;
  assert.deepEqual([got.start, got.main, got.said], [game.start, game.main, game.said]);
  assert.deepEqual(new Set(got.nodes.map(([way]) => way).filter(Boolean)), game.ways);
  for (const [name, value] of game.tags) if (!shownTags.includes(name.toLowerCase())) assert.ok(Object.values(got.tags).includes(value), name);
  if (got.faults.some(([, word]) => word)) return;
  assert.deepEqual(words(...got.nodes.flatMap(([, comment, before]) => [comment, before])), words(...game.comments));
  assert.deepEqual(words(...got.nodes.map((node) => node[3])), words(...game.nags));
}

test('every file is read as the engine reads it', async () => {
  let compared = 0;
  for (const name of names) {
    const wanted = expected(answersTo(name));
    if (!wanted.some(({ main, tags }) => main.length || tags.length)) continue;
    const games = (await read(textOf(name), wanted[0].game || 'english')).map(dump);
    assert.equal(games.length, wanted.length, name);
    games.forEach((each, i) => compare(each, wanted[i]));
    compared += games.length;
  }
  assert.ok(compared > 150);
});

test('every warning is translated', async () => {
  const said = names.flatMap(answersTo).map((line) => /^read(?:warning \d+|error \d+ bad-argument) (.*)/.exec(line)?.[1]).filter(Boolean);
  const remarks = [...new Set(said)];
  assert.ok(remarks.length > 15);
  const english = remarks.map(remarkText);
  for (const language of ['es', 'pt']) {
    await setLanguage(language);
    assert.deepEqual(remarks.filter((text, i) => remarkText(text) === english[i]), []);
  }
});

/** Whether a game is the same after it was written and read. */
async function isKept(game, isAlgebraic = false) {
  const written = await write(game, isAlgebraic);
  const [again, ...more] = await read(written, 'spanish');
  assert.equal(more.length, 0, written);
  const [before, after] = [dump(game), dump(again)];
  assert.deepEqual([after.faults, after.warnings.filter(([, text]) => !text.includes('by the rules'))], [[], []], written);
  for (const part of ['game', 'main', 'nodes', 'said', 'names']) assert.deepEqual(after[part], before[part], written);
  assert.deepEqual({ ...after.tags, ...before.tags }, after.tags, written);
}

test('exported games are read back unchanged', async () => {
  let count = 0;
  for (const name of names)
    for (const game of await read(textOf(name), 'english').catch(() => []))
      if (game.game) {
        for (const isAlgebraic of [false, true]) await isKept(game, isAlgebraic);
        count += 1;
      }
  assert.ok(count > 150);
});

test('random games with comments are read back unchanged', async () => {
  let seed = 57;
  const random = (below) => (seed = (seed * 48271) % 2147483647) % below;
  const one = (all) => all[random(all.length)];
  const parts = ['good', '11-15', '1-0', '{', '}', '(', ')', ';', '%', '[x', '"y"]', '[Event "z"]', '$5', '!?', '\\', '½', '±', 'ñandú', '"', '1.', '...', '🙂', '*', '[%x 1]', '; a', 'N'];
  const text = () => Array.from({ length: random(30) }, () => one(parts)).join(' ').trim();
  const nags = () => one(['', '', '$14', '$0 $36', '!!!', '$255', '!?!!!']);
  const games = await referee.games();
  const starts = [...games.map(({ name }) => [name, 'startpos']), ['reduced-chess', 'r1b1kb1r/8/8/8/8/8/8/R1B1KB1R w - - 0 1'], ['english', 'W:W18,19,26,27,K31:B3,5,12']];
  for (const [game, start] of Array(10).fill(starts).flat()) {
    const tree = Object.assign(newTree(), { comment: text() });
    const grow = async (from, plies) => {
      for (let node = from, ply = 0; ply < plies; ply += 1) {
        const { moves, turn } = await referee.view({ game, start, moves: movesTo(node) });
        if (!moves.length) return;
        const move = one(moves);
        const isNew = !node.children.some((child) => child.move === move);
        const before = isNew && node.children.length ? text() : '';
        const next = addMove(node, move);
        if (isNew) Object.assign(next, { comment: text(), glyph: one(['', '', '!', '?!']), nags: nags(), side: turn, before });
        node = next;
      }
    };
    await grow(tree, 12);
    for (let i = 0; i < 3; i += 1) await grow(one(allNodes(tree)), 4);
    const tags = { Date: '2026.11.27', Event: text() || 'x', Note: text() || 'y' };
    const { sides } = await referee.view({ game, start, moves: [] });
    const players = Object.fromEntries(sides.map(({ name }) => [name, `A "${name}" \\ B`]));
    await isKept({ game, start, root: tree, said: one([null, '', ...Object.keys(players)]), names: players, tags, faults: [], warnings: [] }, random(2) === 1);
  }
});
