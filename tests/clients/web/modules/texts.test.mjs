// Texts in all languages.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { pageFile, root, withGlobals } from './browser.mjs';

const page = '../../../../clients/web/page';
const { setLanguage, t } = await import(`${page}/lang/text.js`);
const { refusalText } = await import(`${page}/lang/errors.js`);
const { Refusal } = await import(`${page}/protocol/session.js`);

// The page logs errors of browsers.
console.warn = () => {};
const languages = ['en', 'es', 'pt'];
const texts = languages.map((language) => JSON.parse(pageFile(`lang/${language}.json`)));
const [english, spanish, portuguese] = texts;
const placeholders = (text = '') => new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name));

test('all languages have the same texts', () => {
  const names = ['Spanish draughts', 'Stupid checkers', 'Towers', 'Reduced chess'].map((title) => `game.${title}`);
  // English uses the titles and sentences of the daemon.
  const more = Object.keys(spanish).filter((key) => !(key in english) && !key.startsWith('refused.'));
  assert.deepEqual(more.sort(), names.sort());
  assert.deepEqual(Object.keys(english).filter((key) => !(key in spanish)), []);
  assert.deepEqual(Object.keys(spanish).sort(), Object.keys(portuguese).sort());
});

test('the placeholders of a text are the same in all languages', () => {
  for (const key of Object.keys(spanish)) {
    const [first, ...others] = texts.filter((each) => key in each).map((each) => placeholders(each[key]));
    for (const other of others) assert.deepEqual(other, first, key);
  }
});

test('all placeholders of texts are filled', () => {
  let calls = 0;
  const folder = new URL('clients/web/page/', root);
  const files = ['.', ...readdirSync(folder)].flatMap((name) => {
    try {
      return readdirSync(new URL(`${name}/`, folder)).filter((file) => file.endsWith('.js')).map((file) => `${name}/${file}`);
    } catch {
      return []; // a file
    }
  });
  for (const file of files)
    for (const [, key, values = ''] of pageFile(file).matchAll(/\b(?:t|translated)\('([\w.-]+)'(?:, \{((?:[^{}]|\{[^{}]*\})*)\})?/g)) {
      calls += 1;
      const given = new Set([...values.matchAll(/(?:^|,)\s*(\w+)\s*(?=[:,]|$)/g)].map(([, name]) => name));
      assert.deepEqual([...placeholders(english[key] ?? spanish[key])].filter((name) => !given.has(name)), [], `${file} ${key}`);
    }
  assert.ok(calls > 200);
});

test('every reason of the protocol is translated', () => {
  const [, section] = readFileSync(new URL('PROTOCOL.md', root), 'utf8').split('### Why a move is illegal');
  const reasons = [...section.split('```')[0].matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, reason]) => reason);
  assert.ok(reasons.includes('capture-mandatory'));
  for (const each of [spanish, portuguese]) assert.deepEqual(reasons.filter((reason) => !each[`refused.${reason}`]), []);
});

for (const [i, language] of languages.entries())
  test(`numbers, refusals and errors of browsers: ${language}`, async () => {
    await setLanguage(language);
    const counted = [['1 game', '2 games'], ['1 partida', '2 partidas'], ['1 jogo', '2 jogos']];
    assert.deepEqual([1, 2].map((done) => t('match.gamesDone', { done })), counted[i]);
    for (const key of ['match.games', 'analysis.plies', 'status.quiet']) assert.doesNotMatch(t(key, { done: 1, all: 1, count: 1 }), /[{|]/);
    assert.equal(refusalText(new Refusal('error illegal-move bad-weather: it rains on the board')), 'It rains on the board.');
    for (const reason of i ? ['capture-mandatory', 'capture-more', 'jump-unfinished'] : []) {
      const refusal = new Refusal(`error illegal-move ${reason}: play 15x22`);
      const without = refusalText(refusal);
      assert.match(without, /^[^\W\d_][^:{]+\.$/u);
      assert.equal(refusalText(refusal, ['15x22', '16x23']), `${without.slice(0, -1)}: 15x22, 16x23.`);
    }
    const errors = [new DOMException('full', 'QuotaExceededError'), new DOMException('denied', 'SecurityError'),
      new TypeError('Failed to fetch dynamically imported module: http://x/y.js'), new TypeError('x is undefined'), 'odd'].map((each) => refusalText(each));
    assert.equal(new Set(errors).size, 4);
    for (const text of errors) {
      assert.match(text, /^[A-ZÉN][^{}]*\.$/);
      assert.doesNotMatch(text, /Error|full|denied|undefined|odd|http/);
    }
  });

test('a file whose reading is aborted counts as not answered, a missing one as empty', async () => {
  const { fetchText } = await import(`${page}/protocol/config.js`);
  const aborted = { ok: true, text: () => Promise.reject(new DOMException('The operation was aborted. ', 'AbortError')) };
  const answers = { whole: new Response('text'), missing: new Response('no such file', { status: 404 }), aborted };
  const fetch = async (path) => answers[path] ?? Promise.reject(new TypeError('NetworkError'));
  const texts = await withGlobals({ fetch }, () => Promise.all(['whole', 'missing', 'aborted', 'unreachable'].map((path) => fetchText(path, 'no-store'))));
  assert.deepEqual(texts, ['text', '', null, null]);
});
