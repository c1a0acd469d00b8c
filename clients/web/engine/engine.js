// The worker that runs the engine. worker.js starts it with {code, module, shared, limits}, and sends lines through shared memory, where
// {} announces news, or as {lines}, which a search cannot receive: if it has its result but waits for `stop`, the worker answers {held}.
// {weights}: files that the engine will fetch. {helpers}: the number of helper threads for the next searches; the worker answers {helping}
// at once unless it searches, {helper} for each, which holds the lock of that name until it ends, and {helped} when all have started.
// @ts-check

import {Helpers, Queue, SharedLines, converse} from './session.js';

/** @type {Queue | SharedLines} */
let channel;
/** @type {Map<string, Uint8Array>} */
const weights = new Map();

const helpers = new Helpers(
  (name) => new Worker(new URL('helper_thread.js', import.meta.url), {type: 'module', name}),
  (helper) => self.postMessage({helper}),
);

/** Blocks, because the engine cannot continue without the file. @param {string} path */
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
  channel = shared ? new SharedLines(shared) : new Queue(() => self.postMessage({held: true}));
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
    self.postMessage({helping: true});
    helpers.want(data.helpers).then(
      () => self.postMessage({helped: true}),
      (fault) => self.postMessage({lost: fault.message}),
    );
  } else if (data.weights) {
    for (const [path, bytes] of Object.entries(data.weights)) weights.set(path, bytes);
  } else if (channel instanceof SharedLines) {
    channel.wake();
  } else {
    for (const line of data.lines) channel.push(line);
  }
};
