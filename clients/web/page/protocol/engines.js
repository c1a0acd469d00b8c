// The engines that this page can use, with one session for each purpose.
import { Channel } from './channel.js';
import { config, firstAnswers } from './config.js';
import { Session } from './session.js';
import { session } from '../storage/values.js';

/** @typedef {{ name: string, type: string, value: string, min: number, max: number, choices: string[] }} Option of an engine */

const tokenKey = 'crown.token';

/** The token of `#token=…`, removed from the address so that no copied link contains it. */
function token() {
  const words = new URLSearchParams(location.hash.replace(/^#/, ''));
  const given = words.get('token');
  if (given) {
    session.set(tokenKey, given);
    words.delete('token');
    history.replaceState(null, '', words.size ? `#${words}` : location.pathname);
  }
  return session.get(tokenKey);
}

/** For this tab. @param {string} text */
export const keepToken = (text) => session.set(tokenKey, text);

/** From the answer to `uci`. @param {string[]} lines @returns {Map<string, Option>} by name */
function readOptions(lines) {
  const options = new Map();
  for (const line of lines) {
    const [, name, type, rest] = /^option name (.+?) type (\S+) ?(.*)$/.exec(line) ?? [];
    if (!name) continue;
    /** @param {string} key */
    const number = (key) => Number(new RegExp(`(?:^| )${key} (-?\\d+)`).exec(rest)?.[1] ?? 0);
    options.set(name, {
      name, type, value: /(?:^| )default (\S+)/.exec(rest)?.[1] ?? '', min: number('min'), max: number('max'),
      choices: [...rest.matchAll(/(?:^| )var (\S+)/g)].map((match) => match[1]),
    });
  }
  return options;
}

/**
 * @typedef {object} Entry of the list of engines
 * @property {string} name
 * @property {string} [path] of the WebSocket that leads to a daemon
 * @property {boolean} [own] whether the daemon is crown-web's own, and of the page's version
 * @property {string} [worker] the script of the engine in the page: all there is without a path, else for as long as the daemon is gone
 */
/** @typedef {import('./worker_channel.js').WorkerChannel} WorkerChannel */

/** How long a lost daemon is waited for before the page's own engine goes on, in milliseconds. */
const patience = 2000;
/** After so many milliseconds without a task an engine in the page gives its memory back; the next task starts another one. */
const longestRest = 30_000;

export class Engines {
  /** @type {Entry[]} */ list = [{ name: 'crownd', path: 'engine/0' }];
  version = '';
  /** Whether crown-web was told of a match to show. */ showsMatch = false;
  /** Whether a token is required and missing. */ lacksToken = false;
  /** Answers of an engine that came with the page, by the lines that ask for them. @type {Record<string, string[]>} */ known = {};
  /** Cores that an engine in the page may use. */ cores = 1;
  /** Why the engine in the page does not run; null if nothing is wrong. @type {string | null} */ failure = null;
  /** Whether those have no threads that help, since one was lost. */ isAlone = false;
  /** @type {Map<string, Session>} */ #sessions = new Map();
  /** @type {Map<number, Promise<Map<string, Option>>>} */ #options = new Map();
  /** Those of engines that have answered. @type {Map<number, Map<string, Option>>} */ #said = new Map();
  #token = token();
  #events;
  /** The sessions whose connection is lost, by number and purpose. @type {Set<string>} */ #lost = new Set();
  /** @type {typeof import('./worker_channel.js') | null} */ #workers = null;
  /** Engines whose daemon is gone, with the channel that looks out for it. @type {Map<number, Channel>} */ #away = new Map();
  /** @type {Map<number, ReturnType<typeof setTimeout>>} */ #timers = new Map();
  /** What each session's worker loads. @type {Map<string, import('./worker_channel.js').Progress>} */ #loading = new Map();
  /** @type {Map<string, WorkerChannel>} */ #channels = new Map();

  /**
   * @param {{ state: () => void, notice: (text: string) => void, alone: () => void }} events state: a connection was lost or is there
   * again, or something was loaded; alone: an engine in the page has lost a thread that helped, and goes on without
   */
  constructor(events) {
    this.#events = events;
  }

  async load() {
    const said = await config;
    if (!said) return;
    const { version, engines, match, token: needsToken } = said;
    this.lacksToken = Boolean(needsToken) && !this.#token;
    this.version = version;
    this.showsMatch = Boolean(match);
    if (engines?.length) this.list = engines;
    if (!this.list[0].path || this.list[0].own) this.known = firstAnswers;
    if (!this.hasDaemon) await this.loadWorkers();
  }

  /** What is needed to go on in the page, while it can still be had. */
  async loadWorkers() {
    this.#workers ??= await import('./worker_channel.js');
  }

  get areConnected() {
    return this.#lost.size === 0;
  }

  /** Whether positions can be asked for. */
  get refereeIsThere() {
    return !this.#lost.has('0 referee');
  }

  /** Whether there is a crown-web behind the page. */
  get hasDaemon() {
    return this.list.some(({ path }) => path);
  }

  /** Whether there is an engine that runs in the page. */
  get hasOwn() {
    return this.list.some(({ worker }) => worker);
  }

  /** Whether that engine stands in for a daemon that is gone. */
  get standsIn() {
    return this.#away.size > 0;
  }

  /** Whether the page's own engine is the one that is asked. */
  get usesOwn() {
    return this.hasOwn && (this.standsIn || !this.hasDaemon);
  }

  /** What is loaded for engines in the page, in bytes; null if nothing is. @returns {import('./worker_channel.js').Progress | null} */
  get progress() {
    if (!this.#loading.size) return null;
    const all = [...this.#loading.values()];
    return { loaded: all.reduce((sum, each) => sum + each.loaded, 0), total: all.reduce((sum, each) => sum + each.total, 0) };
  }

  /** Returns the same session for the same purpose. @param {number} number of the engine @param {string} purpose */
  session(number, purpose) {
    const key = `${number} ${purpose}`;
    let session = this.#sessions.get(key);
    if (!session) {
      session = new Session(this.#connect(number, key), {
        notice: this.#events.notice,
        usual: () => this.#usual(number),
        rest: () => (purpose !== 'referee' && this.#runsInPage(number) ? longestRest : 0),
        state: (connected) => {
          if (connected) this.#lost.delete(key);
          else this.#lost.add(key);
          this.#watch(number);
          this.#events.state();
        },
      });
      this.#sessions.set(key, session);
    }
    return session;
  }

  /** Tries at once to load again what could not be loaded. */
  retry() {
    this.failure = null;
    for (const each of this.#channels.values()) each.retry();
    this.#events.state();
  }

  /** The engines in the page begin anew with what they are allowed now, after the tasks that run. */
  allowAnew() {
    if (this.usesOwn) this.list.forEach((_, number) => this.#runsInPage(number) && this.#move(number));
  }

  /** @param {number} number */
  #runsInPage(number) {
    const { path, worker } = this.list[number] ?? this.list[0];
    return Boolean(worker) && (!path || this.#away.has(number));
  }

  /** @param {number} number @param {string} key @returns {import('./session.js').Connect} */
  #connect(number, key) {
    const { path = '', worker = '' } = this.list[number] ?? this.list[0];
    this.#channels.delete(key);
    this.#loading.delete(key);
    const workers = this.#workers;
    if (!workers || !this.#runsInPage(number)) return (events) => new Channel(path, this.#token, events);
    return (events) => {
      const channel = new workers.WorkerChannel(worker, () => workers.allowanceFor(this.cores), {
        ...events,
        opened: () => {
          this.failure = null;
          events.opened();
        },
        progress: (progress) => {
          if (this.#channels.get(key) !== channel) return;
          if (progress && progress.loaded < progress.total) this.#loading.set(key, progress);
          else this.#loading.delete(key);
          this.#events.state();
        },
        failed: (reason) => (this.failure = reason),
        alone: () => {
          this.isAlone = true;
          this.#events.alone();
        },
      });
      this.#channels.set(key, channel);
      return channel;
    };
  }

  /** Options of every search by an engine in the page. @param {number} number @param {boolean} [isLong] @returns {Record<string, string>} */
  #usual(number, isLong = false) {
    const known = this.#said.get(number);
    if (!this.#workers || !known || !this.#runsInPage(number)) return {};
    const allowance = this.#workers.allowanceFor(this.cores);
    /** @param {string} name @param {number} value */
    const within = (name, value) => {
      const option = known.get(name);
      return option ? { [name]: String(Math.min(Math.max(value, option.min), option.max)) } : {};
    };
    return { ...within('Hash', this.#workers.hashOf(allowance, isLong)), ...within('Threads', 1 + allowance.workers) };
  }

  /** Options of a search that has taken long; null where they are those of every search. @param {number} number @returns {Record<string, string> | null} */
  forLong(number) {
    const options = this.#usual(number, true);
    return options.Hash === this.#usual(number).Hash ? null : options;
  }

  /** Whether a daemon is gone for too long. @param {number} number */
  #watch(number) {
    const { path, worker } = this.list[number] ?? this.list[0];
    if (!path || !worker || this.#away.has(number)) return;
    if (![...this.#lost].some((key) => key.startsWith(`${number} `))) {
      clearTimeout(this.#timers.get(number));
      this.#timers.delete(number);
    } else if (!this.#timers.has(number)) this.#timers.set(number, setTimeout(() => this.#leave(number, path), patience));
  }

  /** The daemon is gone: goes on in the page, until it is there again. @param {number} number @param {string} path */
  async #leave(number, path) {
    await this.loadWorkers().catch(() => {});
    if (!this.#timers.delete(number) || !this.#workers) return;
    const lookout = new Channel(path, this.#token, {
      opened: () => lookout.send('isready'),
      line: (line) => line === 'readyok' && this.#return(number),
      closed: () => this.#away.has(number) && lookout.open(),
    });
    this.#away.set(number, lookout);
    this.#move(number);
    lookout.open();
  }

  /** @param {number} number */
  #return(number) {
    const lookout = this.#away.get(number);
    this.#away.delete(number);
    lookout?.close();
    this.failure = null;
    this.#move(number);
  }

  /** @param {number} number */
  #move(number) {
    this.#options.delete(number);
    this.#said.delete(number);
    for (const [key, session] of this.#sessions) if (key.startsWith(`${number} `)) session.moveTo(this.#connect(number, key));
    this.#events.state();
  }

  /** @param {number} number @returns {Promise<Map<string, Option>>} */
  options(number) {
    let options = this.#options.get(number);
    if (!options) {
      // The first engine is the referee anyway: reuse its session.
      options = this.session(number, number === 0 ? 'referee' : 'analysis').run({ steps: [{ lines: ['uci'], last: 'uciok' }] }).then(readOptions);
      this.#options.set(number, options);
      options.then((said) => this.#said.set(number, said), () => this.#options.delete(number));
    }
    return options;
  }
}
