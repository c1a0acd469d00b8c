// The engine in a thread of node, as clients/web/engine/engine.js runs it in a browser.

import {readFileSync} from 'node:fs';
import {parentPort, workerData} from 'node:worker_threads';
import './worker_of_browsers.mjs';

const {folder, code, module, shared, limits, game} = workerData;
const {Helpers} = await import(`${folder}/helpers.js`);
const {Queue, SharedLines, converse} = await import(`${folder}/session.js`);
const {default: factory} = await import(`${folder}/${code}.js`);

function fetch(path) {
  try {
    return readFileSync(`${folder}/weights/${path}`);
  } catch {
    return null;
  }
}

const channel = shared ? new SharedLines(shared) : new Queue();
const helpers = new Helpers((name) => new Worker(new URL(`file://${folder}/helper.js`), {name}), () => {});
parentPort.on('message', ({line, helpers: count}) => {
  if (count !== undefined) helpers.want(count).then(() => parentPort.postMessage({helped: true}));
  else if (shared) channel.wake();
  else channel.push(line);
});
const send = (line) => parentPort.postMessage({line});
const ready = () => parentPort.postMessage({ready: true});
await converse({factory, module, helpers, channel, game, limits, send, fetch, ready});
parentPort.postMessage({closed: true});
