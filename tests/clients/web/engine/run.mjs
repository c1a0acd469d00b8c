// Tests of the engine for browsers, in node: node run.mjs SOURCE ENGINE-FOLDER DAEMON.
// Every conversation of the daemon comes true, apart from those listed here; searches are the same as the daemon's to the node.

import {execFileSync} from 'node:child_process';
import {Engine, EngineFolder} from './engine.mjs';
import {allTranscripts, play} from './transcripts.mjs';

const [source, built, daemon] = process.argv.slice(2);

/** Words of a conversation's first line with which it cannot be had in a page, and why. */
const impossible = {
  tcp: 'a page has no network connection to its engine',
  token: 'nobody but the page can reach its engine, so there are no tokens',
  '--book': 'a page has no files of books',
};
/** Conversations that need something else which a page does not have. */
const leftOut = {
  'book_files.txt': 'a page has no files of books',
  'tables.txt': 'a page has no files of tables',
};
/** What the daemon allows without flags. */
const usual = {'max-hash': 1024, 'session-hash': 512, 'session-threads': 64};

function settingOf(words) {
  const setting = {limits: {...usual}, game: ''};
  for (let i = 0; i < words.length; ++i) {
    if (words[i] === 'stdio') continue;
    const name = words[i].slice(2);
    const value = words[++i];
    if (name === 'game') setting.game = value;
    else setting.limits[name] = Number(value);
  }
  return setting;
}

let faults = 0;
function report(fault) {
  if (!fault) return;
  ++faults;
  console.error(`FAILED: ${fault}`);
}

async function converseAll(folder) {
  const pages = execFileSync('git', ['ls-files', '*.md'], {cwd: source, encoding: 'utf8'}).split('\n').filter(Boolean);
  let played = 0;
  const only = process.env.ONLY;
  for (const transcript of allTranscripts(source, pages)) {
    if (only && !transcript.name.includes(only)) continue;
    const why = leftOut[transcript.name] ?? impossible[transcript.words.find((word) => Object.hasOwn(impossible, word))];
    if (why) {
      console.log(`left out: ${transcript.name}: ${why}`);
      continue;
    }
    const engine = await Engine.start(folder, settingOf(transcript.words));
    report(await play(transcript, engine));
    await engine.stop();
    ++played;
  }
  console.log(`${played} conversations were held`);
  if (played === 0) report('no conversation was found');
}

/** A line without what differs from one run to the next. */
const lasting = (line) => line.replace(/ (time|nps) \d+/g, '');

/** What the daemon answers to lines. */
function daemonSays(lines) {
  const flags = ['--no-tables', '--no-books', '--log-level', 'error'];
  return execFileSync(daemon, flags, {input: lines.join('\n') + '\n', encoding: 'utf8'}).split('\n').filter(Boolean);
}

/** Commands that count a game's positions, so deep that it takes a moment, but not long. */
function perftOf(game) {
  for (let depth = 1; ; ++depth) {
    const lines = [`position ${game} startpos`, `perft ${depth}`];
    const count = daemonSays(lines).at(-1).match(/^nodes searched: (\d+)$/);
    if (Number(count[1]) >= 10_000) return lines;
  }
}

/** Searches and counts are those of the daemon: depth, nodes, moves and scores. */
async function sameAsTheDaemon(folder) {
  const games = daemonSays(['games']).filter((line) => line.startsWith('game ')).map((line) => line.split(' ')[1]);
  const lines = ['bench', ...games.flatMap(perftOf)];
  const expected = daemonSays(lines).map(lasting);
  const engine = await Engine.start(folder);
  for (const line of lines) engine.say(line);
  engine.end();
  const got = [];
  for (let line; (line = await engine.line(600_000)) !== null; ) got.push(line);
  await engine.stop();
  const differing = expected.findIndex((line, i) => got[i] === undefined || lasting(got[i]) !== line);
  if (differing >= 0) report(`the daemon says '${expected[differing]}', the module '${got[differing]}'`);
  if (games.length === 0 || got.length !== expected.length) report(`${expected.length} lines expected, ${got.length} came`);
  for (const line of got.filter((one) => /^(bench nodes|nodes searched)/.test(one))) console.log(line);
}

/** Milliseconds until a search without end has obeyed. */
async function stopIsHeard(folder) {
  const engine = await Engine.start(folder);
  engine.say('go infinite');
  await engine.until('info ');
  await new Promise((resolve) => setTimeout(resolve, 300));
  engine.say('isready');
  await engine.until('readyok');
  const begun = performance.now();
  engine.say('stop');
  await engine.until('bestmove ');
  const took = performance.now() - begun;
  await engine.stop();
  console.log(`stop was obeyed after ${took.toFixed(1)} ms`);
  if (took > 50) report('stop takes more than 50 ms');
}

const folder = new EngineFolder(built);
await sameAsTheDaemon(folder);
await stopIsHeard(folder);
await converseAll(folder);
folder.remove();
process.exit(faults === 0 ? 0 : 1);
