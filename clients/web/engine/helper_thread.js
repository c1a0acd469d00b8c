// The worker of a helper thread. It holds a lock of its name until it ends, so that worker.js, which requests the lock, notices the end.
// @ts-check

import './crownd-threads.worker.js';

const over = new Promise((resolve) => {
  for (const fault of ['error', 'unhandledrejection']) self.addEventListener(fault, resolve);
});
navigator.locks.request(self.name, () => {
  self.postMessage({held: true});
  return over;
});
