// The worker that a page talks to: it loads the engine, runs it in a worker of its own, and passes lines on, so that a search
// which hears nothing else is heard of. What it says and understands:
//   to it    {start: {memory, module}}, then {line}, {close}
//   from it  {progress: {loaded, total}}, {ready, module, isolated}, {line}, {closed}, {failed}
// @ts-check

import {LineWriter, sharedLines} from './lines.js';

/** @typedef {{code: number, weights: Record<string, Record<string, number>>}} Manifest sizes in bytes, by game and file */

const megabytes = {least: 16, usual: 64, most: 256}; // of tables
const here = (/** @type {string} */ path) => new URL(path, import.meta.url);
const say = (/** @type {object} */ message) => self.postMessage(message);

/** @type {Worker} */
let engine;
/** @type {LineWriter | null} */
let writer = null;
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

/** @param {{memory?: number, module?: WebAssembly.Module}} wish */
async function start({memory = megabytes.usual, module}) {
  manifest = await (await fetch(here('manifest.json'))).json();
  const compiled = module ?? (await WebAssembly.compile(await load('crownd.wasm', manifest.code)));
  const isolated = globalThis.crossOriginIsolated === true;
  const shared = isolated ? sharedLines() : null;
  const tables = Math.round(Math.min(Math.max(memory, megabytes.least), megabytes.most));
  engine = new Worker(here('engine.js'), {type: 'module'});
  engine.onmessage = ({data}) => say(data.ready ? {ready: true, module: compiled, isolated} : data);
  engine.onerror = (event) => say({failed: `the engine cannot be started: ${event.message ?? 'no reason is known'}`});
  engine.postMessage({module: compiled, shared, limits: {'max-hash': tables, 'session-hash': tables}});
  if (shared) writer = new LineWriter(shared, () => engine.postMessage({}));
}

/** @param {string} line */
async function pass(line) {
  const game = gameIn(line);
  if (game && !loadedGames.has(game)) {
    // If they cannot be had, the engine says so.
    engine.postMessage({weights: await weightsOf(game).catch(() => ({}))});
  }
  if (writer) writer.write(line);
  else engine.postMessage({line});
}

function close() {
  if (writer) writer.end();
  else engine.postMessage({line: null});
}

self.onmessage = ({data}) => {
  const act = data.start ? () => start(data.start) : data.close ? close : () => pass(data.line);
  before = before.then(act).catch((fault) => say({failed: String(fault.message ?? fault)}));
};
