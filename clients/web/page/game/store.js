// Games stored in the browser. A change is written to localStorage at once, so that a reload loses nothing, and then to
// IndexedDB, which has room for many.

/** @typedef {import('../play/record.js').PackedRecord} PackedRecord */

const database = 'crown';
const table = 'games';
const draft = 'crown.draft.';

/** Tells of `kept` and `forgotten` games; the detail of these events is their ids. */
export const changes = new EventTarget();

/** @param {'kept' | 'forgotten'} what @param {string[]} ids */
const announce = (what, ids) => changes.dispatchEvent(new CustomEvent(what, { detail: ids }));

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
export const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @param {IDBTransaction} transaction @param {() => void} act what it consists of @returns {Promise<void>} */
export const whole = (transaction, act) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    act();
  });

/** @type {Promise<IDBDatabase> | undefined} */
let opened;

function open() {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(database, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/** @param {IDBTransactionMode} mode */
async function games(mode) {
  return (await open()).transaction(table, mode).objectStore(table);
}

/** @param {string} id @returns {PackedRecord | null} */
function draftOf(id) {
  const text = localStorage.getItem(draft + id);
  return text ? JSON.parse(text) : null;
}

/** @param {PackedRecord} record */
export async function keep(record) {
  const text = JSON.stringify(record);
  try {
    localStorage.setItem(draft + record.id, text);
  } catch {
    // Quota exceeded: IndexedDB must do.
  }
  await done((await games('readwrite')).put(record));
  if (localStorage.getItem(draft + record.id) === text) localStorage.removeItem(draft + record.id);
  announce('kept', [record.id]);
}

/** In their order; null for one that there is not. @param {string[]} ids @returns {Promise<(PackedRecord | null)[]>} */
export async function loadAll(ids) {
  const store = await games('readonly');
  return Promise.all(ids.map(async (id) => draftOf(id) ?? (await done(store.get(id))) ?? null));
}

/** @param {string} id @returns {Promise<PackedRecord | null>} */
export const load = async (id) => (await loadAll([id]))[0];

/** Of all games. @returns {Promise<string[]>} */
export const ids = async () => /** @type {string[]} */ (await done((await games('readonly')).getAllKeys()));

/** Newest first. @returns {Promise<PackedRecord[]>} */
export async function all() {
  /** @type {Map<string, PackedRecord>} */
  const records = new Map((await done((await games('readonly')).getAll())).map((each) => [each.id, each]));
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith(draft))) {
    const record = draftOf(key.slice(draft.length));
    if (record) records.set(record.id, record);
  }
  return [...records.values()].sort((a, b) => b.changed - a.changed);
}

/** Many at once. @param {PackedRecord[]} records */
export async function keepAll(records) {
  const store = await games('readwrite');
  await whole(store.transaction, () => records.forEach((record) => store.put(record)));
  announce('kept', records.map(({ id }) => id));
}

/** @param {string[]} ids */
export async function forget(ids) {
  for (const id of ids) localStorage.removeItem(draft + id);
  const store = await games('readwrite');
  await whole(store.transaction, () => ids.forEach((id) => store.delete(id)));
  announce('forgotten', ids);
}
