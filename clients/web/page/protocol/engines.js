// The engines of the page, with one session for each purpose.
import { WebSocketChannel } from './websocket_channel.js';
import { config, firstAnswers } from './config.js';
import { Session } from './session.js';
import { WorkerChannel, allowanceFor, hashOf } from './worker_channel.js';
import { session as tabStorage } from '../storage/values.js';

/** @typedef {{ name: string, type: string, value: string, min: number, max: number, choices: string[] }} Option of an engine */

const tokenKey = 'crown.token';

/** Reads the token of `#token=…` and removes it from the address, so that copied links do not contain it. */
function token() {
  const words = new URLSearchParams(location.hash.replace(/^#/, ''));
  const given = words.get('token');
  if (given) {
    tabStorage.set(tokenKey, given);
    words.delete('token');
    history.replaceState(null, '', words.size ? `#${words}` : location.pathname);
  }
  return tabStorage.get(tokenKey);
}

/** For this tab. @param {string} text */
export const saveToken = (text) => tabStorage.set(tokenKey, text);

/** Parses the answer to `uci`. @param {string[]} lines @returns {Map<string, Option>} by name */
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
 * @typedef {object} EngineConfig
 * @property {string} name
 * @property {string} [path] of the WebSocket to a daemon
 * @property {boolean} [sameVersion] whether the daemon has the version of the page
 * @property {string} [worker] script of the engine in the page; with a path, it only replaces a lost daemon
 */
/** Milliseconds until the engine in the page replaces a lost daemon. */
const fallbackDelay = 2000;
/** Milliseconds without a task until an engine in the page is ended to free memory. */
const idleTimeout = 30_000;

export class Engines {
  /** @type {EngineConfig[]} */ list = [{ name: 'crownd', path: 'engine/0' }];
  version = '';
  showsMatch = false;
  /** Whether a token is required and missing. */ lacksToken = false;
  /** Answers known without the daemon, by request. @type {Record<string, string[]>} */ cannedAnswers = {};
  /** For engines in the page. */ cores = 1;
  /** Why the engine in the page does not run; null if it does. @type {string | null} */ failure = null;
  /** Whether it runs without helper threads because one was lost. */ lostThreads = false;
  /** @type {Map<string, Session>} */ #sessions = new Map();
  /** @type {Map<number, Promise<Map<string, Option>>>} */ #options = new Map();
  /** Options that have been read. @type {Map<number, Map<string, Option>>} */ #loadedOptions = new Map();
  #token = token();
  #events;
  /** Keys of sessions without connection. @type {Set<string>} */ #lost = new Set();
  /** Lost daemons, with the channel that polls for their return. @type {Map<number, WebSocketChannel>} */ #lostDaemons = new Map();
  /** @type {Map<number, ReturnType<typeof setTimeout>>} */ #timers = new Map();
  /** Progress of loading by session. @type {Map<string, import('./worker_channel.js').Progress>} */ #loading = new Map();
  /** @type {Map<string, WorkerChannel>} */ #channels = new Map();

  /**
   * @param {{ state: () => void, notice: (text: string) => void, threadsLost: () => void }} events state: a connection or the progress changed;
   * threadsLost: an engine in the page lost a helper thread
   */
  constructor(events) {
    this.#events = events;
  }

  async load() {
    const loaded = await config;
    if (!loaded) return;
    const { version, engines, match, token: needsToken } = loaded;
    this.lacksToken = Boolean(needsToken) && !this.#token;
    this.version = version;
    this.showsMatch = Boolean(match);
    if (engines?.length) this.list = engines;
    if (!this.list[0].path || this.list[0].sameVersion) this.cannedAnswers = firstAnswers;
  }

  get areConnected() {
    return this.#lost.size === 0;
  }

  get isRefereeConnected() {
    return !this.#lost.has('0 referee');
  }

  get hasDaemon() {
    return this.list.some(({ path }) => path);
  }

  get hasPageEngine() {
    return this.list.some(({ worker }) => worker);
  }

  /** Whether the engine in the page replaces a lost daemon. */
  get usesFallback() {
    return this.#lostDaemons.size > 0;
  }

  get usesPageEngine() {
    return this.hasPageEngine && (this.usesFallback || !this.hasDaemon);
  }

  /** Bytes loaded for engines in the page; null if nothing is being loaded. @returns {import('./worker_channel.js').Progress | null} */
  get progress() {
    if (!this.#loading.size) return null;
    const all = [...this.#loading.values()];
    return { loaded: all.reduce((sum, each) => sum + each.loaded, 0), total: all.reduce((sum, each) => sum + each.total, 0) };
  }

  /** One session for each purpose. @param {number} number of the engine @param {string} purpose */
  session(number, purpose) {
    const key = `${number} ${purpose}`;
    let session = this.#sessions.get(key);
    if (!session) {
      session = new Session(this.#connect(number, key), {
        notice: this.#events.notice,
        searchOptions: () => this.#searchOptions(number),
        idleTimeout: () => (purpose !== 'referee' && this.#runsInPage(number) ? idleTimeout : 0),
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

  /** Retries failed engines in the page. */
  retry() {
    this.failure = null;
    for (const each of this.#channels.values()) each.retry();
    this.#events.state();
  }

  /** Restarts engines in the page after their tasks, with the present allowance. */
  applyCores() {
    if (this.usesPageEngine) this.list.forEach((_, number) => this.#runsInPage(number) && this.#move(number));
  }

  /** @param {number} number */
  #runsInPage(number) {
    const { path, worker } = this.list[number] ?? this.list[0];
    return Boolean(worker) && (!path || this.#lostDaemons.has(number));
  }

  /** @param {number} number @param {string} key @returns {import('./session.js').Connect} */
  #connect(number, key) {
    const { path = '', worker = '' } = this.list[number] ?? this.list[0];
    this.#channels.delete(key);
    this.#loading.delete(key);
    if (!this.#runsInPage(number)) return (events) => new WebSocketChannel(path, this.#token, events);
    return (events) => {
      const channel = new WorkerChannel(worker, () => allowanceFor(this.cores), {
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
        threadsLost: () => {
          this.lostThreads = true;
          this.#events.threadsLost();
        },
      });
      this.#channels.set(key, channel);
      return channel;
    };
  }

  /** Options of searches: WDL scores, and for engines in the page memory and threads. @param {number} number @param {boolean} [isLong] @returns {Record<string, string>} */
  #searchOptions(number, isLong = false) {
    const known = this.#loadedOptions.get(number);
    /** @type {Record<string, string>} */
    const scores = known?.has('UCI_ShowWDL') ? { UCI_ShowWDL: 'true' } : {};
    if (!known || !this.#runsInPage(number)) return scores;
    const allowance = allowanceFor(this.cores);
    /** @param {string} name @param {number} value */
    const within = (name, value) => {
      const option = known.get(name);
      return option ? { [name]: String(Math.min(Math.max(value, option.min), option.max)) } : {};
    };
    return { ...scores, ...within('Hash', hashOf(allowance, isLong)), ...within('Threads', 1 + allowance.workers) };
  }

  /** Options for a long search; null if they are the default ones. @param {number} number @returns {Record<string, string> | null} */
  longSearchOptions(number) {
    const options = this.#searchOptions(number, true);
    return options.Hash === this.#searchOptions(number).Hash ? null : options;
  }

  /** Starts or stops the timer for a lost daemon. @param {number} number */
  #watch(number) {
    const { path, worker } = this.list[number] ?? this.list[0];
    if (!path || !worker || this.#lostDaemons.has(number)) return;
    if (![...this.#lost].some((key) => key.startsWith(`${number} `))) {
      clearTimeout(this.#timers.get(number));
      this.#timers.delete(number);
    } else if (!this.#timers.has(number)) this.#timers.set(number, setTimeout(() => this.#useFallback(number, path), fallbackDelay));
  }

  /** Uses the engine in the page until the daemon returns. @param {number} number @param {string} path */
  #useFallback(number, path) {
    this.#timers.delete(number);
    const poll = new WebSocketChannel(path, this.#token, {
      opened: () => poll.send('isready'),
      line: (line) => line === 'readyok' && this.#endFallback(number),
      closed: () => this.#lostDaemons.has(number) && poll.open(),
    });
    this.#lostDaemons.set(number, poll);
    this.#move(number);
    poll.open();
  }

  /** @param {number} number */
  #endFallback(number) {
    const poll = this.#lostDaemons.get(number);
    this.#lostDaemons.delete(number);
    poll?.close();
    this.failure = null;
    this.#move(number);
  }

  /** @param {number} number */
  #move(number) {
    this.#options.delete(number);
    this.#loadedOptions.delete(number);
    for (const [key, session] of this.#sessions) if (key.startsWith(`${number} `)) session.moveTo(this.#connect(number, key));
    this.#events.state();
  }

  /** @param {number} number @returns {Promise<Map<string, Option>>} */
  options(number) {
    let options = this.#options.get(number);
    if (!options) {
      // The first engine has a session as referee.
      options = this.session(number, number === 0 ? 'referee' : 'analysis').run({ steps: [{ lines: ['uci'], last: 'uciok' }] }).then(readOptions);
      this.#options.set(number, options);
      options.then((known) => this.#loadedOptions.set(number, known), () => this.#options.delete(number));
    }
    return options;
  }
}
