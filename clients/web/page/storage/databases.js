// Databases of the browser, by the library idb. They are opened when they are needed first.
import { openDB } from '../library/idb/index.js';

/**
 * Opens a database; where that failed, the next call tries again.
 * @param {string} name @param {(database: import('../library/idb/index.js').IDBPDatabase<any>) => void} create its stores
 * @returns {() => Promise<import('../library/idb/index.js').IDBPDatabase<any>>}
 */
export function databaseOf(name, create) {
  /** @type {Promise<import('../library/idb/index.js').IDBPDatabase<any>> | null} */
  let opened = null;
  const forget = () => {
    opened = null;
  };
  /** Throws, or rejects, where site data is blocked. */
  const open = async () => openDB(name, 1, { upgrade: create, terminated: forget });
  return () => {
    opened ??= open().catch((error) => {
      forget();
      throw error;
    });
    return opened;
  };
}
