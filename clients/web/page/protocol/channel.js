// A connection to one engine: lines out, lines in. It reconnects by itself, with growing pauses.

const firstPause = 250;
const longestPause = 10000;

/** The close code of the bridge when the daemon is gone. */
const daemonWentAway = 1012;
/** Closed without a closing handshake: the bridge itself is gone. */
const lost = 1006;

/** Subprotocols allow fewer characters than tokens, hence base64url. @param {string} token */
function subprotocol(token) {
  const bytes = new TextEncoder().encode(token);
  const base64 = btoa(String.fromCharCode(...bytes));
  return 'token.' + base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * @typedef {object} ChannelEvents
 * @property {() => void} opened
 * @property {(line: string) => void} line
 * @property {(reason: string) => void} closed
 * @property {(progress: { loaded: number, total: number } | null) => void} [progress] of what is loaded before it opens, in bytes; null: no more
 * @property {(reason: string) => void} [failed] what it connects to could not be had, or broke down
 * @property {() => void} [alone] it has lost a thread that helped, and begins anew without
 */

export class Channel {
  /** @type {WebSocket | null} */ #socket = null;
  #pause = firstPause;
  #wanted = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #timer;
  #path;
  #token;
  #events;

  /** @param {string} path @param {string | null} token @param {ChannelEvents} events */
  constructor(path, token, events) {
    this.#path = path;
    this.#token = token;
    this.#events = events;
  }

  get isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Whether it connects by itself when it is closed. */
  get isWanted() {
    return this.#wanted;
  }

  /** Connects, now or after the pause that follows a lost connection. */
  open() {
    this.#wanted = true;
    if (!this.#socket && this.#timer === undefined) this.#connect();
  }

  /** Only while the channel is open. @param {string} line */
  send(line) {
    this.#socket?.send(line);
  }

  /** Closes until `open` is called again. */
  close() {
    this.#wanted = false;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#socket?.close(1000);
  }

  #connect() {
    const address = new URL(this.#path, location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    address.hash = '';
    const socket = new WebSocket(address, this.#token ? [subprotocol(this.#token)] : []);
    this.#socket = socket;
    socket.onopen = () => this.#events.opened();
    socket.onmessage = (event) => {
      this.#pause = firstPause;
      this.#events.line(String(event.data).replace(/\r?\n$/, ''));
    };
    socket.onclose = (event) => {
      this.#socket = null;
      // A channel closed for being idle is reopened when needed.
      if (event.code !== daemonWentAway && event.code !== lost) this.#wanted = false;
      this.#later();
      this.#events.closed(event.reason);
    };
  }

  /** Reconnects after a pause, if the channel is still needed. */
  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#wanted && !this.#socket) this.#connect();
    }, this.#pause);
    this.#pause = Math.min(2 * this.#pause, longestPause);
  }
}
