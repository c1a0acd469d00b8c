// Sentences that explain moves.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { root } from './browser.mjs';

const page = '../../../../clients/web/page';
const { explain } = await import(`${page}/analysis/explain.js`);
const { readReason, readWhy } = await import(`${page}/protocol/parse.js`);

test('sentences are the same as in other clients', () => {
  const lines = readFileSync(new URL('tests/clients/shared/data/explained_moves.txt', root), 'utf8').split('\n').filter((line) => /^[^#]/.test(line));
  assert.ok(lines.length > 100);
  for (const [language, move, reason, sentence] of lines.map((line) => line.split(' | ')))
    assert.equal(explain(reason, move, language).join(''), sentence === '-' ? '' : sentence, reason);
});

test('the line is a part of its own', () => {
  assert.deepEqual(explain('reason unheld square 15 lost man line 11-15 18x11 8x15', '11-15', 'en'), ['The piece on 15 cannot be held: ', '18x11 8x15', '.']);
});

test('words of objects are no reasons, kinds or results', () => {
  for (const word of ['constructor', 'toString']) assert.deepEqual(explain(`reason ${word} line a b`, 'a', 'en'), []);
  assert.equal(explain('reason loses-material lost constructor line a b', 'a', 'en').join(''), 'a loses constructor: b.');
  assert.deepEqual(explain('reason table before toString after valueOf', 'a', 'en'), []);
});

test('answers to why are read', () => {
  const reason = 'reason loses-material lost man plies 6 line 15-19 23x16';
  assert.deepEqual(readWhy([reason, 'why 15-19 blunder best 4-8 loss 299']), { reasons: [reason], verdict: 'blunder', best: '4-8' });
  assert.deepEqual(readReason(reason), { name: 'loses-material', values: new Map([['lost', 'man'], ['plies', '6']]), line: ['15-19', '23x16'] });
});
