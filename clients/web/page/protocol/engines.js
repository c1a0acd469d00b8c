// The engines that this page can use, with one session for each purpose.
import { Session } from './session.js';

/** @typedef {{ name: string, type: string, value: string, min: number, max: number, choices: string[] }} Option of an engine */

const tokenKey = 'crown.token';

/** The token of `#token=…`, removed from the address so that no copied link contains it. */
function token() {
  const words = new URLSearchParams(location.hash.replace(/^#/, ''));
  const given = words.get('token');
  if (given) {
    sessionStorage.setItem(tokenKey, given);
    words.delete('token');
    history.replaceState(null, '', words.size ? `#${words}` : location.pathname);
  }
  return sessionStorage.getItem(tokenKey);
}

/** For this tab. @param {string} text */
export const keepToken = (text) => sessionStorage.setItem(tokenKey, text);

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

export class Engines {
  /** @type {{ name: string, path: string }[]} */ list = [{ name: 'crownd', path: '/engine/0' }];
  version = '';
  /** Whether crown-web was told of a match to show. */ showsMatch = false;
  /** Whether a token is required and missing. */ lacksToken = false;
  /** @type {Map<string, Session>} */ #sessions = new Map();
  /** @type {Map<number, Promise<Map<string, Option>>>} */ #options = new Map();
  #token = token();
  #events;
  /** The sessions whose connection is lost, by number and purpose. @type {Set<string>} */ #lost = new Set();

  /** @param {{ state: () => void, notice: (text: string) => void }} events state: a connection was lost or is there again */
  constructor(events) {
    this.#events = events;
  }

  async load() {
    const answer = await fetch('/config.json', { cache: 'no-store' });
    if (!answer.ok) return;
    const { version, engines, match, token: needsToken } = await answer.json();
    this.lacksToken = Boolean(needsToken) && !this.#token;
    this.version = version;
    this.showsMatch = Boolean(match);
    if (engines?.length) this.list = engines;
  }

  get areConnected() {
    return this.#lost.size === 0;
  }

  /** Whether positions can be asked for. */
  get refereeIsThere() {
    return !this.#lost.has('0 referee');
  }

  /** Returns the same session for the same purpose. @param {number} number of the engine @param {string} purpose */
  session(number, purpose) {
    const key = `${number} ${purpose}`;
    let session = this.#sessions.get(key);
    if (!session) {
      const { path } = this.list[number] ?? this.list[0];
      session = new Session(path, this.#token, {
        notice: this.#events.notice,
        state: (connected) => {
          if (connected) this.#lost.delete(key);
          else this.#lost.add(key);
          this.#events.state();
        },
      });
      this.#sessions.set(key, session);
    }
    return session;
  }

  /** @param {number} number @returns {Promise<Map<string, Option>>} */
  options(number) {
    let options = this.#options.get(number);
    if (!options) {
      // The first engine is the referee anyway: reuse its session.
      options = this.session(number, number === 0 ? 'referee' : 'analysis').run({ steps: [{ lines: ['uci'], last: 'uciok' }] }).then(readOptions);
      this.#options.set(number, options);
      options.catch(() => this.#options.delete(number));
    }
    return options;
  }
}
