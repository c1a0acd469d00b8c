// Tests of searches with two threads, in node.

import {Engine, pages} from './engine.mjs';

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const helped = {page: pages.threads, limits: {'session-threads': 2}};

/** Two threads search, stop, search again and end. @param {(fault: string) => void} report */
export async function threadsObey(folder, report) {
  const engine = await Engine.start(folder, helped);
  engine.say('uci');
  if (!(await engine.until('uciok')).some((line) => /^option name Threads .*max 2$/.test(line))) report('there are not 2 threads');
  await engine.help(1);
  engine.say('position english startpos');
  for (let round = 0; round < 10; ++round) {
    engine.say('go infinite');
    await engine.until('info ');
    await pause(20);
    engine.say('stop');
    await engine.until('bestmove ');
  }
  for (let round = 0; round < 10; ++round) engine.say('go depth 8');
  for (let round = 0; round < 10; ++round) await engine.until('bestmove ');

  const before = process.cpuUsage();
  await pause(500);
  const {user, system} = process.cpuUsage(before);
  if (user + system > 250_000) report(`after its search a thread has gone on for ${(user + system) / 1000} ms of 500`);

  engine.say('go infinite');
  await engine.until('info ');
  engine.say('quit');
  await engine.until('bestmove ');
  while ((await engine.line()) !== null);
  if (!engine.closed) report('a session with two threads does not end');
  await engine.stop();
}

const number = (line, word) => Number(line.match(new RegExp(` ${word} (\\d+)`))[1]);

/** Nodes and nodes per second of a search with an empty hash table. */
async function search(engine, how) {
  engine.say('ucinewgame');
  engine.say(`go ${how}`);
  const info = (await engine.until('bestmove ')).findLast((line) => / nps /.test(line));
  return {nodes: number(info, 'nodes'), speed: number(info, 'nps')};
}

/** A second thread changes the node count; one thread always searches the same nodes. @param {(fault: string) => void} report */
export async function threadsHelp(folder, report) {
  const engine = await Engine.start(folder, helped);
  engine.say('position english startpos');
  const fixed = 'depth 16';
  const [first, again] = [await search(engine, fixed), await search(engine, fixed)];
  if (first.nodes !== again.nodes) report(`one thread searches ${first.nodes} nodes, then ${again.nodes}`);
  await engine.help(1);
  let helpedNodes = first.nodes;
  // A short search may end before the second thread gets a core.
  for (let left = 100; left && helpedNodes === first.nodes; --left) helpedNodes = (await search(engine, fixed)).nodes;
  if (helpedNodes === first.nodes) report(`a second thread does nothing: ${helpedNodes} nodes`);

  const sums = [0, 0];
  for (let round = 0; round < 5; ++round)
    for (const helpers of [0, 1]) {
      await engine.help(helpers);
      sums[helpers] += (await search(engine, 'movetime 200')).speed;
    }
  await engine.stop();
  console.log(`two threads search ${(sums[1] / sums[0]).toFixed(2)} times the nodes of one in a second`);
}
