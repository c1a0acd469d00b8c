// Makes a thread of node look like a worker of a browser, which may start others.

import {parentPort, workerData, Worker as Thread} from 'node:worker_threads';

globalThis.self = globalThis;
self.location = {href: import.meta.url};
self.postMessage = (data) => parentPort.postMessage(data);

globalThis.Worker = class {
  onmessage = null;
  onerror = null;
  #thread;

  /** @param {URL} script */
  constructor(script) {
    this.#thread = new Thread(new URL(import.meta.url), {workerData: {script: script.href}});
    this.#thread.on('message', (data) => this.onmessage?.({data}));
    this.#thread.on('error', (fault) => this.onerror?.({message: fault.stack}));
  }
  postMessage(data) {
    this.#thread.postMessage(data);
  }
  terminate() {
    return this.#thread.terminate();
  }
};

if (workerData.script) {
  await import(workerData.script);
  parentPort.on('message', (data) => self.onmessage({data}));
}
