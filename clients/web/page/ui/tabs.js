// Which game each tab has open: two tabs must not write the same one.

/** @type {(() => void) | null} */
let release = null;
let held = '';

/** Whether another tab has this game. @param {string} id @returns {Promise<boolean>} */
export async function isElsewhere(id) {
  if (id === held || !navigator.locks) return false;
  return navigator.locks.request(`crown.${id}`, { ifAvailable: true }, (lock) => lock === null).catch(() => false);
}

/**
 * Locks a game for this tab; false if another tab has it, and does not close it within so many milliseconds.
 * @param {string} id @param {number} [patience] @returns {Promise<boolean>}
 */
export function hold(id, patience = 0) {
  // Web Locks exist only on secure connections and loopback.
  if (id === held || !navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const how = patience ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true };
    const taken = (/** @type {Lock | null} */ lock) => {
      resolve(lock !== null);
      if (!lock) return undefined;
      release?.();
      held = id;
      return new Promise((done) => (release = () => done(undefined)));
    };
    // Browsers that block site data have no locks either: the game is free. One that runs out of patience is not.
    navigator.locks.request(`crown.${id}`, how, taken).catch(({ name }) => resolve(name !== 'TimeoutError'));
  });
}
