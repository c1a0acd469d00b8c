// The worker of a helper thread. It holds a lock of its name as long as it can think: browsers give the lock to the next who asks when
// the worker ends, however it ends, so that others hear of it.
// @ts-check

import './crownd-threads.worker.js';

const over = new Promise((resolve) => {
  for (const fault of ['error', 'unhandledrejection']) self.addEventListener(fault, resolve);
});
navigator.locks.request(self.name, () => {
  self.postMessage({held: true});
  return over;
});
