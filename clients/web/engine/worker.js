// The worker that a page talks to: it loads the engine, runs it in a worker of its own, and passes lines on, so that a search
// which hears nothing else is heard of. What it says and understands:
//   to it    {start: {memory, workers, module}}, then {line}, {close}
//   from it  {progress: {loaded, total}}, {ready, module, isolated}, {line}, {closed}, {failed, alone}
// @ts-check

import {LineWriter, sharedLines} from './lines.js';

/** @typedef {{code: Record<string, number>, weights: Record<string, Record<string, number>>}} Manifest sizes in bytes: of code by its name, of
 * weights by game and file */

const megabytes = {least: 16, usual: 64, most: 256}; // of tables
const here = (/** @type {string} */ path) => new URL(path, import.meta.url);
const say = (/** @type {object} */ message) => self.postMessage(message);
/** The names of the code. With threads it needs memory that is shared. */
const plain = 'crownd';
const threaded = 'crownd-threads';
const sharesMemory = (/** @type {WebAssembly.Module} */ module) => WebAssembly.Module.imports(module).some(({kind}) => kind === 'memory');

/** @type {Worker} */
let engine;
/** @type {LineWriter | null} */
let writer = null;
/** How many threads may help a search, and how many were begun. */
let helpers = 0;
let begun = 0;
/** Whoever waits for them. */
let helped = () => {};
/** So many milliseconds at most, since the engine does not begin them while it searches. */
const longestWait = 1000;
/** @type {Manifest} */
let manifest;
/** @type {Set<string>} */
const loadedGames = new Set();
const counted = {loaded: 0, total: 0};
/** What is under way: lines wait for it. @type {Promise<void>} */
let before = Promise.resolve();

/** The bytes of a file; its progress is said. @param {string} path @param {number} size */
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
    say({progress: {loaded: Math.min(counted.loaded, counted.total), total: counted.total}});
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** The weights of a game by path, unless they have been loaded before. @param {string} game */
async function weightsOf(game) {
  /** @type {Record<string, Uint8Array>} */
  const files = {};
  if (loadedGames.has(game)) return files;
  loadedGames.add(game);
  for (const [file, size] of Object.entries(manifest.weights[game] ?? {}))
    files[`${game}/${file}`] = await load(`weights/${game}/${file}`, size);
  return files;
}

/** The game with weights that a line names, if any. @param {string} line */
function gameIn(line) {
  const words = line.toLowerCase().replaceAll('-', '_').split(/\s+/);
  return words.find((word) => Object.hasOwn(manifest.weights, word));
}

/** The first of these codes that can be had; or what was compiled of that one. @param {string[]} names @param {WebAssembly.Module} [known] */
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

const within = (/** @type {number} */ least, /** @type {number} */ number, /** @type {number} */ most) =>
  Math.round(Math.min(Math.max(number, least), most));

/** @param {{memory?: number, workers?: number, module?: WebAssembly.Module}} wish */
async function start({memory = megabytes.usual, workers = 0, module: known}) {
  manifest = await (await fetch(here('manifest.json'))).json();
  const isolated = globalThis.crossOriginIsolated === true;
  // Without a network there may be only one of them.
  const names = !isolated ? [plain] : workers > 0 ? [threaded, plain] : [plain, threaded];
  const {code, module} = await codeOf(names, known);
  helpers = code === threaded ? within(0, workers, navigator.hardwareConcurrency - 1) : 0;
  const shared = isolated ? sharedLines() : null;
  const tables = within(megabytes.least, memory, megabytes.most);
  engine = new Worker(here('engine.js'), {type: 'module'});
  let isReady = false;
  engine.onmessage = ({data}) => {
    isReady ||= data.ready;
    if (data.helper) navigator.locks.request(data.helper, () => giveUpHelpers('a thread that helps the engine has ended'));
    else if (data.lost) giveUpHelpers(`a thread that helps the engine cannot be started: ${data.lost}`);
    else if (data.helped) helped();
    else if (data.failed && !isReady && helpers > 0) giveUpHelpers(data.failed);
    else say(data.ready ? {ready: true, module, isolated} : data);
  };
  engine.onerror = (event) => {
    console.warn(event.message);
    say({failed: 'the engine cannot be started'});
  };
  const limits = {'max-hash': tables, 'session-hash': tables, 'session-threads': 1 + helpers};
  engine.postMessage({code, module, shared, limits});
  if (shared) writer = new LineWriter(shared, () => engine.postMessage({}));
}

/** A search may wait for a thread that is gone, so another engine must go on. @param {string} reason */
function giveUpHelpers(reason) {
  engine.terminate();
  say({failed: reason, alone: true});
}

/** @param {number} count */
function begin(count) {
  begun = count;
  engine.postMessage({helpers: count});
  return new Promise((resolve) => {
    helped = () => resolve(undefined);
    setTimeout(helped, longestWait);
  });
}

/** How many threads help the searches after a line; 0 if it does not say so. @param {string} line */
function helpersIn(line) {
  const [, count] = line.match(/^\s*setoption\s+name\s+threads\s+value\s+(\d+)\s*$/i) ?? [];
  return count ? within(0, Number(count) - 1, helpers) : 0;
}

/** @param {string} line */
async function pass(line) {
  const game = gameIn(line);
  if (game && !loadedGames.has(game)) {
    // If they cannot be had, the engine says so.
    engine.postMessage({weights: await weightsOf(game).catch(() => ({}))});
  }
  const wanted = helpersIn(line);
  if (wanted > begun) await begin(wanted);
  if (writer) writer.write(line);
  else engine.postMessage({line});
}

function close() {
  if (writer) writer.end();
  else engine.postMessage({line: null});
}

/** A sentence for people; what the browser itself throws is none. @param {unknown} fault */
function reasonOf(fault) {
  if (fault instanceof Error && fault.constructor === Error) return fault.message;
  console.warn(fault);
  return 'a part of it could not be loaded';
}

self.onmessage = ({data}) => {
  const act = data.start ? () => start(data.start) : data.close ? close : () => pass(data.line);
  before = before.then(act).catch((fault) => say({failed: reasonOf(fault)}));
};
