// Tests of the engine for browsers, in node: node run.mjs SOURCE ENGINE-FOLDER DAEMON.
// Every conversation of the daemon comes true, apart from those listed here; searches are the same as the daemon's to the node.

import {execFileSync} from 'node:child_process';
import {Engine, EngineFolder, pages} from './engine.mjs';
import {threadsHelp, threadsObey} from './threads.mjs';
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
/** And one that cannot be had in slices, if any: only searches can be left. */
const deaf = ({steps}) => {
  if (steps.some(({kind, text}) => kind === 'expect' && text.includes('was stopped before its end'))) return 'in slices a count hears no stop';
  const sent = steps.filter(({kind}) => kind === 'send');
  const stopsMachine = sent.some(({text}, i) => text.startsWith('go minimax') && sent[i + 1]?.text === 'stop');
  return stopsMachine ? 'in slices the machine player hears no stop' : undefined;
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

async function converseAll(folder, page) {
  const texts = execFileSync('git', ['ls-files', '*.md'], {cwd: source, encoding: 'utf8'}).split('\n').filter(Boolean);
  let played = 0;
  const only = process.env.ONLY;
  for (const transcript of allTranscripts(source, texts)) {
    if (only && !transcript.name.includes(only)) continue;
    const why =
      leftOut[transcript.name] ??
      impossible[transcript.words.find((word) => Object.hasOwn(impossible, word))] ??
      (page === pages.other ? deaf(transcript) : undefined);
    if (why) {
      console.log(`left out: ${transcript.name}: ${why}`);
      continue;
    }
    const setting = settingOf(transcript.words);
    const engine = await Engine.start(folder, {...setting, page});
    // Before the dialect of HUB nothing may be said.
    const isHub = transcript.steps[0].text === 'hub';
    if (page === pages.threads && setting.limits['session-threads'] > 1 && !isHub) await engine.help(1);
    report(await play(transcript, engine));
    await engine.stop();
    ++played;
  }
  console.log(`${page} page: ${played} conversations were held`);
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

/** Answers to lines are those of the daemon. */
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

/** Milliseconds until a search without end has answered a line. */
async function answers(engine, line, answer) {
  const begun = performance.now();
  engine.say(line);
  await engine.until(answer);
  return performance.now() - begun;
}

/** A search without end answers readers, and obeys: within this time, in the best of some tries, since the machine does other things, too. */
const longestAnswer = 60;
async function stopIsHeard(folder, how) {
  const engine = await Engine.start(folder, how);
  engine.say(`position ${names[0]} startpos`); // the usual game's is soon decided, and then nothing searches
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
  console.log(`${how.page} page, during a search: ${words.join(', ')}`);
  if (Math.max(...Object.values(best)) > longestAnswer) report(`an answer takes more than ${longestAnswer} ms`);
}

/** A search in slices looks as one: each depth once, more nodes and time with each line, and its limits. */
async function slicesAreOneSearch(folder) {
  const engine = await Engine.start(folder, {page: pages.other});
  const number = (line, word) => Number(line.match(new RegExp(` ${word} (\\d+)`))?.[1]);
  for (const game of names) {
    engine.say(`position ${game} startpos`);
    engine.say('go movetime 700');
    const lines = await engine.until('bestmove ');
    const infos = lines.filter((line) => line.includes(' score ') && !line.includes('bound'));
    const depths = infos.map((line) => number(line, 'depth'));
    if (depths.some((depth, i) => i > 0 && (depth < depths[i - 1] || depth > depths[i - 1] + 1)))
      report(`${game}: the depths of a search in slices: ${depths}`);
    for (const word of ['nodes', 'time'])
      if (infos.some((line, i) => i > 0 && number(line, word) < number(infos[i - 1], word)))
        report(`${game}: ${word} of a search in slices become less:\n${infos.join('\n')}`);
    if (lines.filter((line) => line.startsWith('bestmove ')).length !== 1) report(`${game}: not one answer`);
    // A machine that does other things may have held it up.
    if (number(infos.at(-1), 'time') > 1000) report(`${game}: a search of 700 ms in slices:\n${infos.at(-1)}`);
    console.log(`in slices: ${game}: depth ${depths.at(-1)} in 700 ms`);
  }
  await engine.stop();
}

const folder = new EngineFolder(built);
await sameAsTheDaemon(folder, pages.isolated, ['bench', ...names.flatMap(perftOf)]);
await sameAsTheDaemon(folder, pages.other, ['bench']);
await stopIsHeard(folder, {page: pages.isolated});
await stopIsHeard(folder, {page: pages.other});
await slicesAreOneSearch(folder);
await sameAsTheDaemon(folder, pages.threads, ['bench', ...names.flatMap(perftOf)]);
await threadsObey(folder, report);
await threadsHelp(folder, report);
await converseAll(folder, pages.isolated);
await converseAll(folder, pages.threads);
await converseAll(folder, pages.other);
folder.remove();
process.exit(faults === 0 ? 0 : 1);
