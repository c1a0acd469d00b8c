// The helper threads of the engine: their workers are there before a search wants them, since who searches cannot start any.
// @ts-check

export class Helpers {
  #begun = 0;
  /** @type {any} */
  #threads;
  #start;
  #announce;
  /** @param {(name: string) => Worker} start a worker with that name, which runs helper.js
   *  @param {(name: string) => void} announce the lock of that name is held until the worker ends */
  constructor(start, announce) {
    this.#start = start;
    this.#announce = announce;
  }

  /** @param {any} threads PThread of crownd-threads.js, which takes its workers from `unusedWorkers` */
  serve(threads) {
    this.#threads = threads;
  }

  /** Begins until there are so many. @param {number} count */
  async want(count) {
    const begun = [];
    for (; this.#begun < count; ++this.#begun) begun.push(this.#begin());
    await Promise.all(begun);
  }

  async #begin() {
    const name = `crownd helper ${crypto.randomUUID()}`;
    const worker = this.#start(name);
    await new Promise((resolve, reject) => {
      worker.onmessage = resolve;
      worker.onerror = (event) => reject(new Error(event.message || 'helper.js cannot be loaded'));
    });
    this.#announce(name);
    await new Promise((resolve) => {
      this.#threads.loadWasmModuleToWorker(worker, resolve);
      // Its lock says so.
      worker.onerror = (event) => event.preventDefault();
    });
    this.#threads.unusedWorkers.push(worker);
  }
}
