// Gives a thread of node the interface of a browser's worker, which may start others.

import {parentPort, workerData, Worker as Thread} from 'node:worker_threads';

globalThis.self = globalThis;
self.location = {href: import.meta.url};
self.name = workerData.name ?? '';
self.postMessage = (data) => parentPort.postMessage(data);
self.addEventListener = () => {}; // node ends a faulty thread by itself
globalThis.navigator ??= {};
Object.defineProperty(navigator, 'locks', {value: {request: (_, hold) => hold()}});

globalThis.Worker = class {
  onmessage = null;
  onerror = null;
  #thread;

  /** @param {URL} script @param {{name: string}} how */
  constructor(script, {name}) {
    this.#thread = new Thread(new URL(import.meta.url), {workerData: {script: script.href, name}});
    this.#thread.on('message', (data) => this.onmessage?.({data}));
    this.#thread.on('error', (fault) => this.onerror?.({message: fault.stack, preventDefault: () => {}}));
  }
  postMessage(data) {
    this.#thread.postMessage(data);
  }
};

if (workerData.script) {
  await import(workerData.script);
  parentPort.on('message', (data) => self.onmessage({data}));
}
