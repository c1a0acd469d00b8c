// Games stored in the browser: in IndexedDB, which has room for many. A change is written to localStorage first, where there is
// room, since only that is done at once: so a reload loses nothing. Games that cannot be stored last as long as the page.
import { databaseOf } from '../storage/databases.js';
import { local } from '../storage/values.js';

/** @typedef {import('../play/record.js').PackedRecord} PackedRecord */
/** @typedef {{ record: PackedRecord, base: string }} Draft base: the stamp of what it was made from */

const table = 'games';
const draft = 'crown.draft.';
/** This tab, in the stamps of what it writes: who wrote a game last, and the number of that. */
const writer = crypto.getRandomValues(new Uint32Array(2)).join('-');
let writes = 0;

/** Tells of `kept` and `forgotten` games; the detail of these events is their ids. `unsaved` tells that games could not be stored. */
export const changes = new EventTarget();

/** @param {'kept' | 'forgotten'} what @param {string[]} ids */
const announce = (what, ids) => changes.dispatchEvent(new CustomEvent(what, { detail: ids }));

/** @type {Map<string, PackedRecord>} */
const unsaved = new Map();

/** Those that could not be stored, and why: `blocked` where site data is, `full` where there is no room left, else `failed`. */
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

/** @param {PackedRecord[]} records that are stored now */
function succeed(records) {
  for (const { id } of records) unsaved.delete(id);
  announce('kept', records.map(({ id }) => id));
  changes.dispatchEvent(new Event('unsaved'));
}

/** Whether the database could be opened. */
let isOpen = false;
/** @type {Promise<void> | undefined} */
let begun;

/** The database, with the drafts of earlier visits. */
async function database() {
  const opened = await games();
  isOpen = true;
  await (begun ??= takeDrafts(opened).catch(() => {}));
  handle = opened;
  return opened;
}

/** Each write waits for the one before. @type {Promise<unknown>} */
let last = Promise.resolve();

/** The database for reading, after what is being written; null where there is none. */
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

/**
 * Stores a game. What another tab has stored since the `base` of this one stays: then this one gets an id of its own.
 * @param {import('../library/idb/index.js').IDBPDatabase<any>} opened @param {Draft} change @returns {Promise<PackedRecord>}
 */
async function put(opened, { record, base }) {
  const transaction = opened.transaction(table, 'readwrite');
  const stored = /** @type {PackedRecord | undefined} */ (await transaction.store.get(record.id));
  const isOthers = stored && (stored.stamp ?? '') !== base && writerOf(stored.stamp) !== writerOf(record.stamp);
  const own = isOthers ? { ...record, id: `${record.id}-${writer}` } : record;
  await Promise.all([transaction.store.put(own), transaction.done]);
  latest = own.id;
  return own;
}

/** The open database. @type {import('../library/idb/index.js').IDBPDatabase<any> | null} */
let handle = null;
/** The game that this tab wrote last: the one on its board. */
let latest = '';

/** Whether no other tab can write the game meanwhile: each holds a lock for its own, where there are locks. @param {string} id */
const isOurs = (id) => handle !== null && id === latest && Boolean(navigator.locks);

/** At once: the page may be closed before anything could be read. @param {PackedRecord} record */
async function putNow(record) {
  const transaction = /** @type {NonNullable<typeof handle>} */ (handle).transaction(table, 'readwrite');
  const stored = transaction.store.put(record);
  transaction.commit();
  await Promise.all([stored, transaction.done]);
  return record;
}

/** @param {import('../library/idb/index.js').IDBPDatabase<any>} opened */
async function takeDrafts(opened) {
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
 * The game as it is stored: with the stamp that its next change needs, and another id where another tab has written it meanwhile.
 * @param {PackedRecord} record @param {boolean} [isLeaving] the page is closed, so what is written at once is enough @returns {Promise<PackedRecord>}
 */
export async function keep(record, isLeaving = false) {
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

/** In their order; null for one that there is not. @param {string[]} ids @returns {Promise<(PackedRecord | null)[]>} */
export async function loadAll(ids) {
  const store = (await reading())?.transaction(table).store;
  return Promise.all(ids.map(async (id) => unsaved.get(id) ?? (await store?.get(id)) ?? null));
}

/** @param {string} id @returns {Promise<PackedRecord | null>} */
export const load = async (id) => (await loadAll([id]))[0];

/** Of all games. @returns {Promise<string[]>} */
export async function ids() {
  const stored = (await (await reading())?.getAllKeys(table)) ?? [];
  return [...new Set([.../** @type {string[]} */ (stored), ...unsaved.keys()])];
}

/** Newest first. @returns {Promise<PackedRecord[]>} */
export async function all() {
  const stored = /** @type {PackedRecord[]} */ ((await (await reading())?.getAll(table)) ?? []);
  const records = new Map([...stored, ...unsaved.values()].map((each) => [each.id, each]));
  return [...records.values()].sort((a, b) => b.changed - a.changed);
}

/** Many at once, all or none. @param {PackedRecord[]} records */
export async function keepAll(records) {
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
export async function forget(ids) {
  for (const id of ids) {
    local.remove(draft + id);
    unsaved.delete(id);
  }
  const transaction = await database().then((opened) => opened.transaction(table, 'readwrite'), () => null);
  if (transaction) await Promise.all([...ids.map((id) => transaction.store.delete(id)), transaction.done]);
  announce('forgotten', ids);
  changes.dispatchEvent(new Event('unsaved'));
}
