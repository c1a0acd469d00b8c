// Tests of the engine for browsers, in node: node run.mjs SOURCE ENGINE-FOLDER DAEMON.
// Plays the daemon's transcripts, except those listed here, with two threads, and those of refusals also with the code for one thread, whose
// exceptions differ. Searches have the daemon's node counts.

import {execFileSync} from 'node:child_process';
import {Engine, EngineFolder, pages} from './engine.mjs';
import {threadsHelp, threadsObey} from './threads.mjs';
import {allTranscripts, play} from './transcripts.mjs';

const [source, built, daemon] = process.argv.slice(2);

/** Flags of transcripts that a page cannot play, and why. */
const impossible = {
  tcp: 'a page has no network connection to its engine',
  token: 'nobody but the page can reach its engine, so there are no tokens',
  '--book': 'a page has no files of books',
};
/** Other transcripts that a page cannot play, and why. */
const leftOut = {
  'book_files.txt': 'a page has no files of books',
  'tables.txt': 'a page has no files of tables',
};
/** The daemon's default limits. */
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

/** Plays the transcripts whose names contain `only`. */
async function converseAll(folder, page, only) {
  const texts = execFileSync('git', ['ls-files', '*.md'], {cwd: source, encoding: 'utf8'}).split('\n').filter(Boolean);
  let played = 0;
  for (const transcript of allTranscripts(source, texts)) {
    if (!transcript.name.includes(only)) continue;
    const word = transcript.words.find((one) => Object.hasOwn(impossible, one));
    const why = leftOut[transcript.name] ?? impossible[word];
    if (why) {
      console.log(`left out: ${transcript.name}: ${why}`);
      continue;
    }
    const setting = settingOf(transcript.words);
    const engine = await Engine.start(folder, {...setting, page});
    // `hub` must be the first line.
    const isHub = transcript.steps[0].text.trim().toLowerCase() === 'hub';
    if (page === pages.threads && setting.limits['session-threads'] > 1 && !isHub) await engine.help(1);
    report(await play(transcript, engine));
    await engine.stop();
    ++played;
  }
  console.log(`${page} page: ${played} conversations were held`);
  if (played === 0) report('no conversation was found');
}

/** A line without times and speeds. */
const lasting = (line) => line.replace(/ (time|nps) \d+/g, '');

/** The daemon's answers to lines. */
function daemonSays(lines) {
  const flags = ['--no-tables', '--no-books', '--log-level', 'error'];
  return execFileSync(daemon, flags, {input: lines.join('\n') + '\n', encoding: 'utf8'}).split('\n').filter(Boolean);
}

/** Commands for a perft of at least 10,000 nodes. */
function perftOf(game) {
  for (let depth = 1; ; ++depth) {
    const lines = [`position ${game} startpos`, `perft ${depth}`];
    const count = daemonSays(lines).at(-1).match(/^nodes searched: (\d+)$/);
    if (Number(count[1]) >= 10_000) return lines;
  }
}

/** Checks that the answers equal the daemon's. */
async function sameAsTheDaemon(folder, page, lines) {
  const expected = daemonSays(lines).map(lasting);
  const engine = await Engine.start(folder, {page});
  for (const line of lines) engine.say(line);
  engine.end();
  const got = [];
  for (let line; (line = await engine.line(600_000)) !== null; ) got.push(line);
  await engine.stop();
  const differing = expected.findIndex((line, i) => got[i] === undefined || lasting(got[i]) !== line);
  if (differing >= 0) report(`the daemon says '${expected[differing]}', the module '${got[differing]}'`);
  if (got.length !== expected.length) report(`${expected.length} lines expected, ${got.length} came`);
  for (const line of got.filter((one) => /^(bench nodes|nodes searched)/.test(one))) console.log(`${page} page: ${line}`);
}

const names = daemonSays(['games']).filter((line) => line.startsWith('game ')).map((line) => line.split(' ')[1]);
if (names.length === 0) report('the daemon has no games');

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Milliseconds until an infinite search has answered a line. */
async function answers(engine, line, answer) {
  const begun = performance.now();
  engine.say(line);
  await engine.until(answer);
  return performance.now() - begun;
}

/** Maximal milliseconds of an answer during an infinite search, in the best of several tries. */
const longestAnswer = 60;
async function stopIsHeard(folder) {
  const engine = await Engine.start(folder);
  engine.say(`position ${names[0]} startpos`); // the default game's search has its result too soon
  const best = {isready: Infinity, fen: Infinity, stop: Infinity};
  for (let round = 0; round < 20 && (round < 3 || Math.max(...Object.values(best)) > longestAnswer); ++round) {
    engine.say('go infinite');
    await engine.until('info ');
    await pause(200);
    for (const [line, answer] of [['isready', 'readyok'], ['fen', 'fen '], ['stop', 'bestmove ']])
      best[line] = Math.min(best[line], await answers(engine, line, answer));
  }
  await engine.stop();
  const words = Object.entries(best).map(([line, time]) => `${line} ${time.toFixed(1)} ms`);
  console.log(`during a search: ${words.join(', ')}`);
  if (Math.max(...Object.values(best)) > longestAnswer) report(`an answer takes more than ${longestAnswer} ms`);
}

const folder = new EngineFolder(built);
await sameAsTheDaemon(folder, pages.isolated, ['bench', ...names.flatMap(perftOf)]);
await sameAsTheDaemon(folder, pages.other, ['bench']);
await stopIsHeard(folder);
await sameAsTheDaemon(folder, pages.threads, ['bench', ...names.flatMap(perftOf)]);
await threadsObey(folder, report);
await threadsHelp(folder, report);
await converseAll(folder, pages.isolated, 'refused');
await converseAll(folder, pages.threads, process.env.ONLY ?? '');
folder.remove();
process.exit(faults === 0 ? 0 : 1);
