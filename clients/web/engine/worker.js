// The worker that a page communicates with. It loads the engine, runs it in another worker, and passes lines on. Messages:
//   to it    {start: {memory, workers, module}}, then {line}, {close}
//   from it  {progress: {loaded, total}}, {ready, module, isolated}, {line}, {closed}, {failed, alone}
// @ts-check

import {LineWriter, sharedLines} from './shared_lines.js';

/** @typedef {{code: Record<string, number>, weights: Record<string, Record<string, number>>}} Manifest sizes in bytes: of code by its name, of
 * weights by game and file */

const megabytes = {min: 16, default: 64, max: 256}; // of tables
const here = (/** @type {string} */ path) => new URL(path, import.meta.url);
const post = (/** @type {object} */ message) => self.postMessage(message);
/** Names of the code. Code with threads imports shared memory. */
const plain = 'crownd';
const threaded = 'crownd-threads';
const sharesMemory = (/** @type {WebAssembly.Module} */ module) => WebAssembly.Module.imports(module).some(({kind}) => kind === 'memory');

/** @type {Worker} */
let engine;
/** Starts the engine's worker. */
let launch = () => {};
/** Shared memory; null in pages that are not isolated: there a search cannot receive lines. @type {LineWriter | null} */
let writer = null;
/** The running search without shared memory; best: its answer if it is stopped now, once known. @type {{best: string, isStopped: boolean} | null} */
let search = null;
/** Lines that wait for the end of the search. @type {string[]} */
const waiting = [];
/** Options and position, for a worker that replaces another. @type {Map<string, string>} */
const settings = new Map();
/** Whether a new worker still answers those lines. */
let isReplaying = false;
/** Helper threads: maximum, and started. */
let maxHelpers = 0;
let startedHelpers = 0;
/** Ends the wait for helper threads. */
let helpersReady = () => {};
/** Milliseconds to wait until the engine begins to start them, which it does not do during a search. */
const maxHelperWait = 1000;
/** @type {ReturnType<typeof setTimeout>} */
let helperTimer;
/** @type {Manifest} */
let manifest;
/** @type {Set<string>} */
const loadedGames = new Set();
/** Loaded weights, for workers that replace others. @type {Record<string, Uint8Array>} */
const keptWeights = {};
const counted = {loaded: 0, total: 0};
/** Work that lines wait for. @type {Promise<void>} */
let pending = Promise.resolve();

/** Loads a file and reports progress. @param {string} path @param {number} size */
async function load(path, size) {
  counted.total += size;
  const answer = await fetch(here(path));
  if (!answer.ok || !answer.body) throw new Error(`${path} cannot be loaded: ${answer.status} ${answer.statusText}`);
  const parts = [];
  for (const reader = answer.body.getReader(); ; ) {
    const {done, value} = await reader.read();
    if (done) break;
    parts.push(value);
    counted.loaded += value.length;
    post({progress: {loaded: Math.min(counted.loaded, counted.total), total: counted.total}});
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Weights of a game by path. @param {string} game */
async function weightsOf(game) {
  /** @type {Record<string, Uint8Array>} */
  const files = {};
  for (const [file, size] of Object.entries(manifest.weights[game] ?? {}))
    files[`${game}/${file}`] = await load(`weights/${game}/${file}`, size);
  return files;
}

/** The game in a line, if it has weights. @param {string} line */
function gameIn(line) {
  const words = line.toLowerCase().replaceAll('-', '_').split(/\s+/);
  return words.find((word) => Object.hasOwn(manifest.weights, word));
}

/** The first code that can be loaded, or its known module. @param {string[]} names @param {WebAssembly.Module} [known] */
async function codeOf(names, known) {
  let fault;
  for (const code of names) {
    try {
      const fits = known && sharesMemory(known) === (code === threaded);
      return {code, module: fits ? known : await WebAssembly.compile(await load(`${code}.wasm`, manifest.code[code]))};
    } catch (reason) {
      fault ??= reason;
    }
  }
  throw fault;
}

const within = (/** @type {number} */ min, /** @type {number} */ number, /** @type {number} */ max) =>
  Math.round(Math.min(Math.max(number, min), max));

/** @param {{memory?: number, workers?: number, module?: WebAssembly.Module}} options */
async function start({memory = megabytes.default, workers = 0, module: known}) {
  manifest = await (await fetch(here('manifest.json'))).json();
  const isolated = globalThis.crossOriginIsolated === true;
  // Without a network, one of them may be missing.
  const names = !isolated ? [plain] : workers > 0 ? [threaded, plain] : [plain, threaded];
  const {code, module} = await codeOf(names, known);
  maxHelpers = code === threaded ? within(0, workers, navigator.hardwareConcurrency - 1) : 0;
  const shared = isolated ? sharedLines() : null;
  const tables = within(megabytes.min, memory, megabytes.max);
  const limits = {'max-hash': tables, 'session-hash': tables, 'session-threads': 1 + maxHelpers};
  let isReady = false;
  const receive = (/** @type {any} */ data) => {
    if (data.helper) navigator.locks.request(data.helper, () => giveUpHelpers('a thread that helps the engine has ended'));
    else if (data.lost) giveUpHelpers(`a thread that helps the engine cannot be started: ${data.lost}`);
    else if (data.helping) clearTimeout(helperTimer);
    else if (data.helped) helpersReady();
    else if (data.failed && !isReady && maxHelpers > 0) giveUpHelpers(data.failed);
    else if (data.held) hold();
    else if (data.ready && !isReady) post({ready: (isReady = true), module, isolated});
    else if (isReplaying) isReplaying = data.line !== 'readyok';
    else if (!data.ready) {
      post(data);
      if (search && data.line) follow(search, data.line);
    }
  };
  launch = () => {
    engine = new Worker(here('engine.js'), {type: 'module'});
    engine.onmessage = ({data}) => receive(data);
    engine.onerror = (event) => {
      console.warn(event.message);
      post({failed: 'the engine cannot be started'});
    };
    engine.postMessage({code, module, shared, limits});
    engine.postMessage({weights: keptWeights});
  };
  launch();
  if (shared) writer = new LineWriter(shared, () => engine.postMessage({}));
}

/** Ends the engine's worker and ignores its last messages. */
function terminate() {
  engine.onmessage = null;
  engine.terminate();
}

/** Ends a search that would wait for `stop` in a loop. */
function hold() {
  terminate();
  if (!search) return;
  search.best ||= 'bestmove (none)';
  if (search.isStopped) stop(search);
}

/** @param {{best: string, isStopped: boolean}} running @param {string} line */
function follow(running, line) {
  const [, move, reply] = (!/ (lower|upper)bound | multipv (?!1 )/.test(line) && /^info .* pv (\S+)(?: (\S+))?/.exec(line)) || [];
  if (move) running.best = `bestmove ${move}${reply ? ` ponder ${reply}` : ''}`;
  if (/^(bestmove|error) /.test(line)) finish();
  else if (running.isStopped && running.best) stop(running);
}

/** Answers with the last reported best move, and replaces the worker. Before the first one, the search continues. @param {{best: string, isStopped: boolean}} running */
function stop(running) {
  running.isStopped = true;
  if (!running.best) return;
  terminate();
  launch();
  isReplaying = true;
  engine.postMessage({lines: [...settings.values(), 'isready']});
  post({line: running.best});
  finish();
}

function finish() {
  search = null;
  waiting.splice(0).forEach(send);
}

/** Without shared memory. @param {string} line */
function send(line) {
  const [word] = line.trim().split(/\s/);
  if (word === 'stop') return search && stop(search);
  if (search) return waiting.push(line);
  if (word === 'go') search = {best: '', isStopped: false};
  else if (word === 'setoption') settings.set(line.split(' value ')[0], line);
  else if (word === 'position') settings.set(word, line);
  return engine.postMessage({lines: [line]});
}

/** Ends the engine, since a search may wait forever for a lost thread. @param {string} reason */
function giveUpHelpers(reason) {
  engine.terminate();
  post({failed: reason, alone: true});
}

/** @param {number} count */
function startHelpers(count) {
  startedHelpers = count;
  engine.postMessage({helpers: count});
  return new Promise((resolve) => {
    helpersReady = () => resolve(undefined);
    helperTimer = setTimeout(helpersReady, maxHelperWait);
  });
}

/** The number of helper threads that a line requests, else 0. @param {string} line */
function helpersIn(line) {
  const [, count] = line.match(/^\s*setoption\s+name\s+threads\s+value\s+(\d+)\s*$/i) ?? [];
  return count ? within(0, Number(count) - 1, maxHelpers) : 0;
}

/** @param {string} line */
async function pass(line) {
  const game = gameIn(line);
  if (game && !loadedGames.has(game)) {
    loadedGames.add(game);
    // Without weights, the engine reports an error.
    const weights = await weightsOf(game).catch(() => ({}));
    if (!writer) Object.assign(keptWeights, weights);
    engine.postMessage({weights});
  }
  const wanted = helpersIn(line);
  if (wanted > startedHelpers) await startHelpers(wanted);
  if (writer) writer.write(line);
  else send(line);
}

const close = () => (writer ? writer.end() : engine.postMessage({lines: [null]}));

/** A sentence for people; errors of browsers are not. @param {unknown} fault */
function reasonOf(fault) {
  if (fault instanceof Error && fault.constructor === Error) return fault.message;
  console.warn(fault);
  return 'a part of it could not be loaded';
}

self.onmessage = ({data}) => {
  const act = data.start ? () => start(data.start) : data.close ? close : () => pass(data.line);
  pending = pending.then(act).catch((fault) => post({failed: reasonOf(fault)}));
};
