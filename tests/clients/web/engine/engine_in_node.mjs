// The engine in a thread of node, as clients/web/engine/engine.js runs it in a browser.

import {readFileSync} from 'node:fs';
import {parentPort, workerData} from 'node:worker_threads';

const {folder, module, shared, limits, game} = workerData;
globalThis.self = {location: {href: import.meta.url}}; // what crownd.js takes for a sign of a worker
const {Queue, SharedLines, converse} = await import(`${folder}/session.js`);
const {default: factory} = await import(`${folder}/crownd.js`);

function fetch(path) {
  try {
    return readFileSync(`${folder}/weights/${path}`);
  } catch {
    return null;
  }
}

const channel = shared ? new SharedLines(shared) : new Queue();
parentPort.on('message', ({line}) => (shared ? channel.wake() : channel.push(line)));
const send = (line) => parentPort.postMessage({line});
const ready = () => parentPort.postMessage({ready: true});
await converse({factory, module, channel, game, limits, send, fetch, ready});
parentPort.postMessage({closed: true});
