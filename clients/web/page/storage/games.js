// Games stored in IndexedDB. localStorage gets each change first, because it is written at once: a reload loses nothing.
// If neither can store a game, it lasts as long as the page. A lock for each game keeps other tabs from writing it.
import { databaseOf } from './databases.js';
import { local } from './values.js';

/** @type {(() => void) | null} */
let release = null;
let held = '';

/** Whether another tab holds this game. @param {string} id @returns {Promise<boolean>} */
export async function isLockedElsewhere(id) {
  if (id === held || !navigator.locks) return false;
  return navigator.locks.request(`crown.${id}`, { ifAvailable: true }, (lock) => lock === null).catch(() => false);
}

/**
 * Locks a game for this tab; false if another tab holds it for longer than `timeout` milliseconds.
 * @param {string} id @param {number} [timeout] @returns {Promise<boolean>}
 */
export function lockGame(id, timeout = 0) {
  // Web Locks exist only on secure connections and loopback.
  if (id === held || !navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const how = timeout ? { signal: AbortSignal.timeout(timeout) } : { ifAvailable: true };
    const taken = (/** @type {Lock | null} */ lock) => {
      resolve(lock !== null);
      if (!lock) return undefined;
      release?.();
      held = id;
      return new Promise((done) => (release = () => done(undefined)));
    };
    // Browsers that block site data refuse locks, too: only a timeout means that another tab holds the game.
    navigator.locks.request(`crown.${id}`, how, taken).catch(({ name }) => resolve(name !== 'TimeoutError'));
  });
}

/** @typedef {import('../play/game_record.js').PackedRecord} PackedRecord */
/** @typedef {import('../library/idb/index.js').IDBPDatabase<any>} Database */
/** @typedef {{ record: PackedRecord, base: string }} Draft base: stamp of the version before */

const table = 'games';
const draft = 'crown.draft.';
/** Stamps consist of the writing tab and the number of its write. */
const writer = crypto.getRandomValues(new Uint32Array(2)).join('-');
let writes = 0;

/** Emits `stored` and `deleted` (detail: ids of games), and `unsaved` when `trouble` has changed. */
export const changes = new EventTarget();

/** @param {'stored' | 'deleted'} what @param {string[]} ids */
const announce = (what, ids) => changes.dispatchEvent(new CustomEvent(what, { detail: ids }));

/** @type {Map<string, PackedRecord>} */
const unsaved = new Map();

/** Games that could not be stored, and why: `blocked` (site data), `full`, or `failed`. */
export const trouble = { games: unsaved, reason: '' };

const games = databaseOf('crown', (database) => database.createObjectStore(table, { keyPath: 'id' }));

/** @param {unknown} error @param {PackedRecord[]} records */
function fail(error, records) {
  for (const record of records) unsaved.set(record.id, record);
  trouble.reason = reasonOf(error);
  changes.dispatchEvent(new Event('unsaved'));
}

/** @param {unknown} error */
function reasonOf(error) {
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return 'full';
  console.warn(error);
  return isOpen ? 'failed' : 'blocked';
}

/** @param {PackedRecord[]} records */
function succeed(records) {
  for (const { id } of records) unsaved.delete(id);
  announce('stored', records.map(({ id }) => id));
  changes.dispatchEvent(new Event('unsaved'));
}

/** Whether the database could be opened. */
let isOpen = false;
/** @type {Promise<void> | undefined} */
let draftsStored;

/** The database, after drafts of earlier visits were stored. */
async function database() {
  const opened = await games();
  isOpen = true;
  await (draftsStored ??= storeDrafts(opened).catch(() => {}));
  handle = opened;
  return opened;
}

/** Writes run one after another. @type {Promise<unknown>} */
let last = Promise.resolve();

/** The database after pending writes; null if there is none. */
const reading = () => last.then(database).catch(() => null);

/** Whether games can be stored here. @returns {Promise<boolean>} */
export const canStore = () => database().then(() => true, (error) => {
  trouble.reason = reasonOf(error);
  for (const name of draftNames()) {
    const { record } = draftIn(local.get(name) ?? '');
    if (record) unsaved.set(record.id, record);
  }
  return false;
});

const draftNames = () => local.names().filter((each) => each.startsWith(draft));

/** @param {string} [stamp] */
const writerOf = (stamp = '') => stamp.split(':')[0];

/** Stores a game, under a new id if another tab has stored it since `base`. @param {Database} opened @param {Draft} change @returns {Promise<PackedRecord>} */
async function put(opened, { record, base }) {
  const transaction = opened.transaction(table, 'readwrite');
  const stored = /** @type {PackedRecord | undefined} */ (await transaction.store.get(record.id));
  const isOthers = stored && (stored.stamp ?? '') !== base && writerOf(stored.stamp) !== writerOf(record.stamp);
  const own = isOthers ? { ...record, id: `${record.id}-${writer}` } : record;
  await Promise.all([transaction.store.put(own), transaction.done]);
  latest = own.id;
  return own;
}

/** The open database. @type {Database | null} */
let handle = null;
/** Id of the game that this tab wrote last. */
let latest = '';

/** Whether a lock keeps other tabs from writing the game. @param {string} id */
const isOurs = (id) => handle !== null && id === latest && Boolean(navigator.locks);

/** Writes without reading first: the page may be closing. @param {PackedRecord} record */
async function putNow(record) {
  const transaction = /** @type {NonNullable<typeof handle>} */ (handle).transaction(table, 'readwrite');
  const stored = transaction.store.put(record);
  transaction.commit();
  await Promise.all([stored, transaction.done]);
  return record;
}

/** @param {Database} opened */
async function storeDrafts(opened) {
  for (const name of draftNames()) {
    const text = local.get(name);
    const { record, base } = draftIn(text ?? '');
    const stored = record && /** @type {PackedRecord | undefined} */ (await opened.get(table, record.id));
    if (record && !(stored && isOutdated({ record, base }, stored))) await put(opened, { record, base });
    if (local.get(name) === text) local.remove(name);
  }
}

/** @param {Draft} change @param {PackedRecord} stored */
function isOutdated({ record, base }, stored) {
  const [[own, number], [other, newest]] = [record, stored].map(({ stamp = '' }) => stamp.split(':'));
  return own && own === other ? Number(number) <= Number(newest) : (stored.stamp ?? '') !== base && stored.changed >= record.changed;
}

/** Earlier versions wrote the record alone. @param {string} text @returns {{ record: PackedRecord | null, base: string }} */
function draftIn(text) {
  try {
    const found = JSON.parse(text);
    return found.record ? found : { record: found.id ? found : null, base: found.stamp ?? '' };
  } catch {
    return { record: null, base: '' };
  }
}

/**
 * Stores a game. Returns it with the stamp for the next write, and a new id if another tab has written it.
 * @param {PackedRecord} record @param {boolean} [isLeaving] the page is closing: a draft is enough @returns {Promise<PackedRecord>}
 */
export async function storeGame(record, isLeaving = false) {
  const name = draft + record.id;
  const change = { record: { ...record, stamp: `${writer}:${(writes += 1)}` }, base: record.stamp ?? '' };
  const text = JSON.stringify(change);
  const isDrafted = local.set(name, text);
  if (!isDrafted) local.remove(name);
  if (isDrafted && isLeaving) return record;
  const write = async () => {
    try {
      const own = isOurs(record.id) ? await putNow(change.record) : await put(await database(), change);
      if (local.get(name) === text) local.remove(name);
      succeed([record, own]);
      return own;
    } catch (error) {
      fail(error, [record]);
      return record;
    }
  };
  const written = isOurs(record.id) ? write() : last.then(write);
  last = Promise.all([last, written]);
  return written;
}

/** In this order; null for missing games. @param {string[]} ids @returns {Promise<(PackedRecord | null)[]>} */
export async function loadGames(ids) {
  const store = (await reading())?.transaction(table).store;
  return Promise.all(ids.map(async (id) => unsaved.get(id) ?? (await store?.get(id)) ?? null));
}

/** @param {string} id @returns {Promise<PackedRecord | null>} */
export const loadGame = async (id) => (await loadGames([id]))[0];

/** @returns {Promise<string[]>} */
export async function gameIds() {
  const stored = (await (await reading())?.getAllKeys(table)) ?? [];
  return [...new Set([.../** @type {string[]} */ (stored), ...unsaved.keys()])];
}

/** Newest first. @returns {Promise<PackedRecord[]>} */
export async function allGames() {
  const stored = /** @type {PackedRecord[]} */ ((await (await reading())?.getAll(table)) ?? []);
  const records = new Map([...stored, ...unsaved.values()].map((each) => [each.id, each]));
  return [...records.values()].sort((a, b) => b.changed - a.changed);
}

/** Many at once, all or none. @param {PackedRecord[]} records */
export async function storeGames(records) {
  if (!records.length) return;
  try {
    const transaction = (await database()).transaction(table, 'readwrite');
    await Promise.all([...records.map((record) => transaction.store.put(record)), transaction.done]);
    succeed(records);
  } catch (error) {
    fail(error, records);
  }
}

/** @param {string[]} ids */
export async function deleteGames(ids) {
  for (const id of ids) {
    local.remove(draft + id);
    unsaved.delete(id);
  }
  const transaction = await database().then((opened) => opened.transaction(table, 'readwrite'), () => null);
  if (transaction) await Promise.all([...ids.map((id) => transaction.store.delete(id)), transaction.done]);
  announce('deleted', ids);
  changes.dispatchEvent(new Event('unsaved'));
}
