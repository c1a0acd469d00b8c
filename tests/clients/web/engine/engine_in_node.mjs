// Runs the engine in a thread of node, like clients/web/engine/engine.js in a browser.

import {readFileSync} from 'node:fs';
import {parentPort, workerData} from 'node:worker_threads';
import './worker_of_browsers.mjs';

const {folder, code, module, shared, limits, game} = workerData;
const {Helpers, Queue, SharedLines, converse} = await import(`${folder}/session.js`);
const {default: factory} = await import(`${folder}/${code}.js`);

function fetch(path) {
  try {
    return readFileSync(`${folder}/weights/${path}`);
  } catch {
    return null;
  }
}

const channel = shared ? new SharedLines(shared) : new Queue(() => parentPort.postMessage({held: true}));
const helpers = new Helpers((name) => new Worker(new URL(`file://${folder}/helper_thread.js`), {name}), () => {});
parentPort.on('message', ({lines, helpers: count}) => {
  if (count !== undefined) helpers.want(count).then(() => parentPort.postMessage({helped: true}));
  else if (shared) channel.wake();
  else for (const line of lines) channel.push(line);
});
const send = (line) => parentPort.postMessage({line});
const ready = () => parentPort.postMessage({ready: true});
await converse({factory, module, helpers, channel, game, limits, send, fetch, ready});
parentPort.postMessage({closed: true});
