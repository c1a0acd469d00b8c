// Sentences that explain moves.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { root } from './browser.mjs';

const page = '../../../../clients/web/page';
const { explain } = await import(`${page}/analysis/explain.js`);
const { readReason, readWhy } = await import(`${page}/protocol/parse.js`);

const readJson = (path) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));
const explanations = readJson('clients/shared/data/explanations.json');

test('sentences are the same as in other clients', () => {
  const cases = readJson('tests/clients/shared/data/explained_moves.json');
  assert.ok(cases.length);
  for (const { 'reason line': reason, move, language, sentence } of cases) assert.equal(explain(reason, move, language).join(''), sentence, reason);
});

test('every template of every language makes a sentence', () => {
  const keys = {
    lost: 'lost man', taken: 'taken king', sacrificed: 'sacrificed rook', captured: 'captured pawn,pawn', moves: 'plies 7', by: 'by no-moves',
    before: 'before win before-plies 9', after: 'after draw', square: 'square 15', targets: 'targets 6,7,8',
  };
  for (const [language, { sentences }] of Object.entries(explanations))
    for (const [name, templates] of Object.entries(sentences))
      for (const template of templates) {
        const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, key]) => key);
        const line = names.includes('line') ? 'line 9-13 22-18 6-9' : names.includes('best') ? 'line 9-13' : '';
        const text = explain(['reason', name, ...names.flatMap((key) => keys[key] ?? []), line].filter(Boolean).join(' '), '1-5', language).join('');
        const [first] = template.split('{');
        const last = template.split('}').at(-1);
        assert.match(text, /^[^{}]+\.$/, `${language} ${name}`);
        assert.ok(text.startsWith(first) && text.endsWith(last), `${language} ${name}: ${text}`);
        assert.equal(text.includes('22-18 6-9'), names.includes('line'), text);
        assert.equal(text.includes('1-5'), names.includes('move'), text);
        assert.equal(text.includes('9-13'), names.includes('best'), text);
      }
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
