// Examples of rules and offered boards, by the rules of the engine.

import assert from 'node:assert/strict';
import test from 'node:test';
import { pageFile } from './browser.mjs';
import { ask, referee } from './engine.mjs';

const { arrangedBoard, gamesWithRules, smallestBoard, start } = await import('../../../../clients/web/page/games/specifications.js');
const sections = (game) => JSON.parse(pageFile(`games/${game}.json`));

test('every game of the daemon with rules has them on the page', async () => {
  const games = (await referee.games()).map(({ name }) => name);
  assert.ok(gamesWithRules.length);
  assert.deepEqual(gamesWithRules.filter((game) => !games.includes(game)), []);
});

test('every section has legal examples, a heading and a text in each language', async () => {
  for (const game of gamesWithRules)
    for (const { start: position, moves = [], from, ...languages } of sections(game)) {
      for (const language of ['en', 'es', 'pt']) {
        const [heading, text] = languages[language];
        assert.ok(heading && text.length > 40, `${game} ${language} ${heading}`);
      }
      const name = `${game} ${languages.en[0]}`;
      assert.ok(moves.length || from, name);
      if (from) assert.ok((await referee.view({ game, start: position, moves: [] })).routes.some(({ path }) => path[0] === from), name);
      if (moves.length) assert.match((await ask([`position ${game} ${position}`, `move ${moves.join(' ')}`]))[0], new RegExp(`^moved ${moves.join(' ')} `), name);
    }
});

test('examples of endings end as described', async () => {
  const ends = { english: 'win b no-moves', spanish: 'win w no-moves', stupid: 'win r no-pieces', towers: 'win b no-moves', 'reduced-chess': 'draw stalemate' };
  const statusOf = async (game, position, moves) => (await ask([`position ${game} ${position} moves ${moves.join(' ')}`, 'status']))[0];
  for (const [game, end] of Object.entries(ends)) {
    const last = sections(game).at(-1);
    assert.equal(await statusOf(game, last.start, last.moves), `status ${end}`);
  }
  assert.equal(await statusOf('reduced-chess', '6 Ka1,Ra5,Rd1 Kf6 w', ['d1d6']), 'status win w checkmate');
});

test('offered boards of reduced chess are calm and balanced', async () => {
  const boards = [start.start];
  for (let size = smallestBoard; size <= 26; size += 1) boards.push(arrangedBoard(size));
  for (const board of boards)
    for (const side of ['w', 'b']) {
      const position = board.slice(0, -1) + side;
      const view = await referee.view({ game: 'reduced-chess', start: position, moves: [] });
      assert.equal(view.status.outcome, 'ongoing');
      assert.ok(view.routes.length > 3, position);
      assert.deepEqual(view.routes.filter(({ takes }) => takes.length), []);
      await ask([`position reduced-chess ${position}`]);
      const score = (await ask(['go depth 5'], 'bestmove')).filter((line) => line.includes(' score ')).at(-1);
      assert.ok(Math.abs(Number(/ score cp (-?\d+)/.exec(score)[1])) < 300, `${position} ${score}`);
    }
});
