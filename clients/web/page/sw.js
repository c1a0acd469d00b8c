// The service worker: it keeps the page and the engine, so that both work without a network, and adds the headers without which
// browsers share no memory between workers. `files.json` lists what there is: `page` and `engine`, each path with the SHA-256 of
// its bytes. One version takes over from another when a person wants it.

const scope = new URL('./', location.href);
const version = new URL(location.href).searchParams.get('version') ?? '';
/** Other pages of the same host may have caches as well. */
const prefix = `crown ${scope.pathname} `;
const ours = prefix + version;
/** Of a kept file: its hash, as files.json has it. */
const mark = 'crown-hash';
const isolating = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp', 'Cross-Origin-Resource-Policy': 'same-origin' };
/** They hold for the bytes on their way, not for those that are kept. */
const ofTransfer = ['content-encoding', 'content-length', 'transfer-encoding'];

/** @typedef {Record<string, string>} Hashes by path */
/** @typedef {{ version: string, page: Hashes, engine: Hashes }} Files */

/** What browsers give a service worker, as far as it is used here. */
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
  for (const [name, value] of Object.entries({ ...isolating, ...more })) headers.set(name, value);
  return new Response(body, { status: answer.status, statusText: answer.statusText, headers });
}

/** A kept file of any version with these bytes. @param {string} path @param {string} hash */
async function known(path, hash) {
  for (const name of (await caches.keys()).filter((each) => each.startsWith(prefix))) {
    const found = await (await caches.open(name)).match(addressOf(path));
    if (found?.headers.get(mark) === hash) return found;
  }
  return undefined;
}

/** Keeps a file; throws where it cannot be had whole, or there is no room. @param {Cache} cache @param {string} path @param {string} hash */
async function keep(cache, path, hash) {
  const old = await known(path, hash);
  if (old) return cache.put(addressOf(path), old);
  const answer = await fetch(addressOf(path), { cache: 'no-cache' });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const bytes = await answer.arrayBuffer();
  if ((await hashOf(bytes)) !== hash) throw new Error(`${path} has arrived damaged`);
  const kept = isolated(answer, { [mark]: hash }, bytes);
  for (const name of ofTransfer) kept.headers.delete(name);
  return cache.put(addressOf(path), kept);
}

/** @returns {Promise<Files>} */
async function listed() {
  const answer = await fetch(addressOf('files.json'), { cache: 'no-store' });
  if (!answer.ok) throw new Error(`files.json: ${answer.status}`);
  const files = await answer.json();
  if (files.version !== version) throw new Error(`version ${version} was replaced by ${files.version}`);
  return files;
}

/** All of the page, or nothing. */
async function install() {
  const { page } = await listed();
  const cache = await caches.open(ours);
  await Promise.all(Object.entries(page).map(([path, hash]) => keep(cache, path, hash)));
}

/** The engine's code, of which there are two: with threads and without. */
const code = /\/crownd(-threads)?\./;

/** Of the engine file by file: what was kept before a failure need not be loaded again. @param {{ threads: boolean }} which code is run here */
async function keepEngine({ threads }) {
  const { engine } = await listed();
  const cache = await caches.open(ours);
  for (const [path, hash] of Object.entries(engine)) {
    const [isCode, withThreads] = code.exec(path) ?? [];
    if (isCode && Boolean(withThreads) !== threads) continue;
    if (!(await cache.match(addressOf(path)))) await keep(cache, path, hash);
  }
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith(prefix) && name !== ours) await caches.delete(name);
  await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const { pathname } = new URL(request.url);
  const path = pathname.slice(scope.pathname.length) || 'index.html';
  // Where the browser takes the storage away, all comes from the network.
  const cache = await caches.open(ours).catch(() => null);
  const kept = await cache?.match(addressOf(path)).catch(() => undefined);
  // What crown-web says of itself can change at any time.
  if (path !== 'config.json' || kept?.headers.get(mark)) return kept ?? isolated(await fetch(request));
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache?.put(addressOf(path), fresh.clone()).catch(() => {});
    return fresh;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** What is asked anew each time, and belongs to no version. */
const live = /^(files\.json|sw\.js|match(-live)?\.json|api\/.*)$/;

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { href, origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== scope.origin || !href.startsWith(scope.href)) return;
  if (!live.test(pathname.slice(scope.pathname.length))) event.respondWith(answer(request));
});
worker.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(worker.skipWaiting());
  if (!event.data.keepEngine) return;
  const [port] = event.ports;
  event.waitUntil(keepEngine(event.data.keepEngine).then(() => port.postMessage({ kept: true }), (error) =>
    port.postMessage({ kept: false, full: error instanceof DOMException && error.name === 'QuotaExceededError', reason: error.message })));
});
