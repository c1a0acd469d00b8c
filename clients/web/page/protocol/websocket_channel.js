// A WebSocket to an engine that reconnects after growing pauses.

const firstPause = 250;
const maxPause = 10000;

/** Close code of crown-web for a lost daemon. */
const daemonWentAway = 1012;
/** Close code for a lost connection to crown-web. */
const lost = 1006;

/** Base64url, because subprotocols allow fewer characters than tokens. @param {string} token */
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
 * @property {(progress: { loaded: number, total: number } | null) => void}[progress] bytes loaded before it opens; null: done
 * @property {(reason: string) => void} [failed] the engine in the page could not be loaded, or failed
 * @property {() => void} [threadsLost] the engine in the page lost a helper thread and restarts without
 */

export class WebSocketChannel {
  /** @type {WebSocket | null} */ #socket = null;
  #pause = firstPause;
  /** Whether it reconnects. */ reconnects = false;
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

  /** Connects, at once or after the current pause. */
  open() {
    this.reconnects = true;
    if (!this.#socket && this.#timer === undefined) this.#connect();
  }

  /** Only while the channel is open. @param {string} line */
  send(line) {
    this.#socket?.send(line);
  }

  close() {
    this.reconnects = false;
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
      // A channel closed for other reasons, such as being idle, is reopened on demand.
      if (event.code !== daemonWentAway && event.code !== lost) this.reconnects = false;
      this.#later();
      this.#events.closed(event.reason);
    };
  }

  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.reconnects && !this.#socket) this.#connect();
    }, this.#pause);
    this.#pause = Math.min(2 * this.#pause, maxPause);
  }
}
