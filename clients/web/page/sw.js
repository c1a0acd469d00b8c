// The service worker. It stores page and engine for use without a network, and adds the headers that browsers require for shared memory.
// `files.json` lists the files of `page` and `engine` with their SHA-256. A new version replaces the old one on request of a person.

const scope = new URL('./', location.href);
const version = new URL(location.href).searchParams.get('version') ?? '';
/** Of the names of this page's caches; other pages of the host may have caches, too. */
const prefix = `crown ${scope.pathname} `;
const cacheName = prefix + version;
/** Header of a stored file with its hash. */
const hashHeader = 'crown-hash';
const isolationHeaders = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Resource-Policy': 'same-origin' };
/** Headers that do not apply to stored bytes. */
const transferHeaders = ['content-encoding', 'content-length', 'transfer-encoding'];

/** @typedef {Record<string, string>} Hashes by path */
/** @typedef {{ version: string, page: Hashes, engine: Hashes }} Files */

/**
 * @typedef {object} Scope
 * @property {() => Promise<void>} skipWaiting
 * @property {{ claim: () => Promise<void> }} clients
 * @property {(type: string, act: (event: any) => void) => void} addEventListener
 */
const worker = /** @type {Scope} */ (/** @type {unknown} */ (self));

/** @param {string} path */
const addressOf = (path) => new URL(path, scope).href;

/** @param {ArrayBuffer} bytes @returns {Promise<string>} in hex, as long as the hashes of files.json */
async function hashOf(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('').slice(0, 24);
}

/** @param {Response} answer @param {Record<string, string>} [more] headers @param {BodyInit | null} [body] */
function isolated(answer, more = {}, body = answer.body) {
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries({ ...isolationHeaders, ...more })) headers.set(name, value);
  return new Response(body, { status: answer.status, statusText: answer.statusText, headers });
}

/** A stored file of any version with this hash. @param {string} path @param {string} hash */
async function findStored(path, hash) {
  for (const name of (await caches.keys()).filter((each) => each.startsWith(prefix))) {
    const found = await (await caches.open(name)).match(addressOf(path));
    if (found?.headers.get(hashHeader) === hash) return found;
  }
  return undefined;
}

/** Stores a file; throws if it cannot be loaded or stored. @param {Cache} cache @param {string} path @param {string} hash */
async function store(cache, path, hash) {
  const old = await findStored(path, hash);
  if (old) return cache.put(addressOf(path), old);
  const answer = await fetch(addressOf(path), { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const bytes = await answer.arrayBuffer();
  if ((await hashOf(bytes)) !== hash) throw new Error(`${path} has arrived damaged`);
  const kept = isolated(answer, { [hashHeader]: hash }, bytes);
  for (const name of transferHeaders) kept.headers.delete(name);
  return cache.put(addressOf(path), kept);
}

/** @returns {Promise<Files>} */
async function fetchFileList() {
  const answer = await fetch(addressOf('files.json'), { cache: 'no-store' });
  if (!answer.ok) throw new Error(`files.json: ${answer.status}`);
  const files = await answer.json();
  if (files.version !== version) throw new Error(`version ${version} was replaced by ${files.version}`);
  return files;
}

async function install() {
  const { page } = await fetchFileList();
  const cache = await caches.open(cacheName);
  await Promise.all(Object.entries(page).map(([path, hash]) => store(cache, path, hash)));
}

/** Code of the engine, with or without threads. */
const code = /\/crownd(-threads)?\./;

/** Stores the engine file by file, so that a retry loads only the missing ones. @param {{ threads: boolean }} which code to store */
async function cacheEngine({ threads }) {
  const { engine } = await fetchFileList();
  const cache = await caches.open(cacheName);
  for (const [path, hash] of Object.entries(engine)) {
    const [isCode, withThreads] = code.exec(path) ?? [];
    if (isCode && Boolean(withThreads) !== threads) continue;
    if (!(await cache.match(addressOf(path)))) await store(cache, path, hash);
  }
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith(prefix) && name !== cacheName) await caches.delete(name);
  await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const { pathname } = new URL(request.url);
  const path = pathname.slice(scope.pathname.length) || 'index.html';
  // Without storage, everything comes from the network.
  const cache = await caches.open(cacheName).catch(() => null);
  const kept = await cache?.match(addressOf(path)).catch(() => undefined);
  // config.json of crown-web may change at any time.
  if (path !== 'config.json' || kept?.headers.get(hashHeader)) return kept ?? isolated(await fetch(request));
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache?.put(addressOf(path), fresh.clone()).catch(() => {});
    return fresh;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** Files never cached. */
const neverCached = /^(files\.json|sw\.js|match(-live)?\.json|api\/.*)$/;

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { href, origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== scope.origin || !href.startsWith(scope.href)) return;
  if (!neverCached.test(pathname.slice(scope.pathname.length))) event.respondWith(answer(request));
});
worker.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(worker.skipWaiting());
  if (!event.data.cacheEngine) return;
  const [port] = event.ports;
  event.waitUntil(cacheEngine(event.data.cacheEngine).then(() => port.postMessage({ kept: true }), (error) =>
    port.postMessage({ kept: false, full: error instanceof DOMException && error.name === 'QuotaExceededError', reason: error.message })));
});
