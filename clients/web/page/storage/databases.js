// Databases of the browser (library idb), opened on first use.
import { openDB } from '../library/idb/index.js';

/**
 * Returns a function that opens a database, and retries after a failure.
 * @param {string} name @param {(database: import('../library/idb/index.js').IDBPDatabase<any>) => void} create its stores
 * @returns {() => Promise<import('../library/idb/index.js').IDBPDatabase<any>>}
 */
export function databaseOf(name, create) {
  /** @type {Promise<import('../library/idb/index.js').IDBPDatabase<any>> | null} */
  let opened = null;
  const forget = () => void (opened = null);
  /** Async, because openDB may throw if site data is blocked. */
  const open = async () => openDB(name, 1, { upgrade: create, terminated: forget });
  return () => {
    opened ??= open().catch((error) => {
      forget();
      throw error;
    });
    return opened;
  };
}
