// The worker in which the engine runs. worker.js starts it with {code, module, shared, limits}, and gives it lines through shared
// memory, of which {} says that there is something in it, or as {line} where there is none; {weights} are files that it will ask for, and
// {helpers} is how many threads will help the next searches. It says {helper} for each, the lock of that name is held until it ends, and
// {helped} when all are there.
// @ts-check

import {Helpers} from './helpers.js';
import {Queue, SharedLines, converse} from './session.js';

/** @type {Queue | SharedLines} */
let channel;
/** @type {Map<string, Uint8Array>} */
const weights = new Map();

const helpers = new Helpers(
  (name) => new Worker(new URL('helper.js', import.meta.url), {type: 'module', name}),
  (helper) => self.postMessage({helper}),
);

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

/** @param {{code: string, module: WebAssembly.Module, shared: SharedArrayBuffer | null, limits: Record<string, number>}} data */
async function start({code, module, shared, limits}) {
  channel = shared ? new SharedLines(shared) : new Queue();
  const {default: factory} = await import(`./${code}.js`);
  return converse({
    factory,
    module,
    helpers,
    channel,
    game: '',
    limits,
    send: (line) => self.postMessage({line}),
    fetch: fetchNow,
    ready: () => self.postMessage({ready: true}),
  });
}

self.onmessage = ({data}) => {
  if (data.module) {
    start(data).then(
      () => self.postMessage({closed: true}),
      (fault) => {
        console.warn(fault);
        self.postMessage({failed: 'the engine has stopped'});
      },
    );
  } else if (data.helpers) {
    helpers.want(data.helpers).then(
      () => self.postMessage({helped: true}),
      (fault) => self.postMessage({lost: fault.message}),
    );
  } else if (data.weights) {
    for (const [path, bytes] of Object.entries(data.weights)) weights.set(path, bytes);
  } else if (channel instanceof SharedLines) {
    channel.wake();
  } else {
    channel.push(data.line);
  }
};
