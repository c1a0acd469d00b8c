// The worker in which the engine runs. worker.js starts it with {module, shared, limits}, and gives it lines through shared memory, or
// as {line} where there is none; {weights} are files that it will ask for.
// @ts-check

import factory from './crownd.js';
import {Queue, converse, sharedChannel} from './session.js';

const queue = new Queue();
/** @type {Map<string, Uint8Array>} */
const weights = new Map();

/** The engine needs them before it can go on, so this blocks. @param {string} path */
function fetchNow(path) {
  const known = weights.get(path);
  if (known) return known;
  const request = new XMLHttpRequest();
  request.open('GET', new URL(`weights/${path}`, import.meta.url), false);
  request.responseType = 'arraybuffer';
  try {
    request.send();
  } catch {
    return null;
  }
  return request.status === 200 ? new Uint8Array(request.response) : null;
}

self.onmessage = ({data}) => {
  if (data.module) {
    converse({
      factory,
      module: data.module,
      channel: data.shared ? sharedChannel(data.shared) : queue,
      game: '',
      limits: data.limits,
      send: (line) => self.postMessage({line}),
      fetch: fetchNow,
      ready: () => self.postMessage({ready: true}),
    }).then(
      () => self.postMessage({closed: true}),
      (fault) => self.postMessage({failed: `the engine has stopped: ${fault.message ?? fault}`}),
    );
  } else if (data.weights) {
    for (const [path, bytes] of Object.entries(data.weights)) weights.set(path, bytes);
  } else {
    queue.push(data.line);
  }
};
