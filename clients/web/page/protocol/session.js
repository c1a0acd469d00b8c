// A session with an engine. Tasks run one after another; after a lost connection, a task restarts from its first line. Each task sends
// everything it needs (options, position with moves).

/** @typedef {import('./websocket_channel.js').ChannelEvents} ChannelEvents */
/** @typedef {Pick<import('./websocket_channel.js').WebSocketChannel, 'isOpen' | 'reconnects' | 'open' | 'send' | 'close'>} AnyChannel */
/** @typedef {(events: ChannelEvents) => AnyChannel} Connect creates a closed channel */

/** An error of the engine: its sentence, its code, and the reason of an illegal move. */
export class Refusal extends Error {
  /** @param {string} line `error CODE sentence`, or `error illegal-move REASON: sentence` */
  constructor(line) {
    const [, code = '', text = line] = /^error (\S+) ?(.*)$/.exec(line) ?? [];
    const [, reason = '', sentence = text] = (code === 'illegal-move' && /^([a-z-]+): (.*)$/.exec(text)) || [];
    super(sentence);
    this.code = code;
    this.reason = reason;
  }
}

/** The task was aborted before it was complete. */
export class TaskAborted extends Error {}

/** Abort reason for a search whose answer is wanted, even if it has not begun. */
export const answerAtOnce = Symbol('answer at once');

/**
 * Lines sent together, and the prefix of their last answer. An error ends the task unless the step is `soft`.
 * @typedef {{ lines: string[], last: string, soft?: boolean, search?: boolean }} Step
 */

/**
 * @typedef {object} Task
 * @property {Record<string, string>} [options] set before the first step if they have changed
 * @property {Step[]} steps
 * @property {(line: string) => void} [onLine] every answer
 * @property {AbortSignal} [signal] stops a search, which then answers; drops a task with steps not begun, unless the reason is `answerAtOnce`
 */

/** @typedef {Task & { resolve: (lines: string[]) => void, reject: (reason: Error) => void }} Job */

/** @param {Job} job */
const isAborted = ({ signal }) => Boolean(signal?.aborted) && signal?.reason !== answerAtOnce;

export class Session {
  /** @type {Job[]} */ #jobs = [];
  /** @type {{ job: Job, steps: Step[], at: number, lines: string[], error: string } | null} */ #running = null;
  /** @type {Map<string, string>} */ #options = new Map();
  /** @type {AnyChannel} */ #channel;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #idleTimer;
  /** The channel to move to. @type {Connect | null} */ #nextConnect = null;

  /**
   * @param {Connect} connect
   * @param {{ state?: (connected: boolean) => void, notice?: (text: string) => void, searchOptions?: () => Record<string, string>, idleTimeout?: () => number }} [events]
   * searchOptions: of every search; idleTimeout: milliseconds without a task until the channel closes, 0: never
   */
  constructor(connect, events = {}) {
    this.events = events;
    this.#channel = this.#channelOf(connect);
  }

  /** Events of a former channel are ignored. @param {Connect} connect */
  #channelOf(connect) {
    const isMine = () => this.#channel === channel;
    const channel = connect({
      opened: () => isMine() && this.#opened(),
      line: (line) => isMine() && this.#receive(line),
      closed: (reason) => isMine() && this.#closed(reason),
    });
    return channel;
  }

  /** Moves to another channel, after the running task if this one is open. @param {Connect} connect */
  moveTo(connect) {
    this.#nextConnect = connect;
    if (!this.#running || !this.#channel.isOpen) this.#move();
  }

  #move() {
    if (!this.#nextConnect) return;
    const old = this.#channel;
    const wasWanted = old.reconnects;
    this.#channel = this.#channelOf(this.#nextConnect);
    this.#nextConnect = null;
    old.close();
    if (this.#running || wasWanted) this.#channel.open();
  }

  /** @param {Task} task @returns {Promise<string[]>} */
  run(task) {
    return new Promise((resolve, reject) => {
      const job = { ...task, resolve, reject };
      this.#jobs.push(job);
      task.signal?.addEventListener('abort', () => this.#abort(job));
      if (task.signal?.aborted) this.#abort(job);
      this.#next();
    });
  }

  /** Runs lines without a search. @param {string[]} lines @returns {Promise<string[]>} */
  ask(lines) {
    return this.run({ steps: [{ lines: [...lines, 'isready'], last: 'readyok' }] });
  }

  #next() {
    const job = this.#running ? null : this.#jobs.shift();
    if (!job) return this.#startIdleTimer();
    clearTimeout(this.#idleTimer);
    this.#running = { job, steps: [], at: 0, lines: [], error: '' };
    if (this.#channel.isOpen) this.#begin();
    else this.#channel.open();
  }

  #startIdleTimer() {
    const pause = this.#running ? 0 : this.events.idleTimeout?.() ?? 0;
    clearTimeout(this.#idleTimer);
    if (pause) this.#idleTimer = setTimeout(() => this.#channel.close(), pause);
  }

  #opened() {
    this.#options.clear();
    this.events.state?.(true);
    this.#begin();
  }

  #begin() {
    const running = this.#running;
    if (!running) return;
    const searchOptions = running.job.steps.some(({ search }) => search) ? this.events.searchOptions?.() : {};
    const changed = Object.entries({ ...searchOptions, ...running.job.options }).filter(([name, value]) => this.#options.get(name) !== value);
    for (const [name, value] of changed) this.#options.set(name, value);
    const settings = changed.map(([name, value]) => `setoption name ${name} value ${value}`);
    const setUp = settings.length ? [{ lines: [...settings, 'isready'], last: 'readyok', soft: true }] : [];
    Object.assign(running, { steps: [...setUp, ...running.job.steps], at: 0, lines: [], error: '' });
    this.#step();
  }

  #step() {
    const running = this.#running;
    const step = running?.steps[running.at];
    if (!running || !step) return;
    if ((step.search || running.at > 0) && isAborted(running.job)) return this.#end(new TaskAborted());
    for (const line of step.lines) this.#channel.send(line);
    if (step.search && running.job.signal?.aborted) this.#channel.send('stop');
  }

  /** @param {string} line */
  #receive(line) {
    const running = this.#running;
    const step = running?.steps[running.at];
    if (!running || !step) return;
    running.job.onLine?.(line);
    const isError = line.startsWith('error ');
    // After `uci`, a refused search answers `info string error …` and `bestmove (none)`.
    const refused = step.search && /^info string (error .*)$/.exec(line);
    if (isError && step.soft) this.events.notice?.(new Refusal(line).message);
    else if (isError) running.error ||= line;
    else if (refused) running.error ||= refused[1];
    else running.lines.push(line);
    const isLast = line === step.last || line.startsWith(step.last + ' ');
    // Before `uci`, a refused search answers only with the error.
    if (!isLast && !(isError && step.search)) return;
    if (running.error) return this.#end(new Refusal(running.error));
    running.at += 1;
    if (running.at === running.steps.length) this.#end(null);
    else this.#step();
  }

  /** @param {Error | null} error */
  #end(error) {
    const running = this.#running;
    this.#running = null;
    if (error) running?.job.reject(error);
    else running?.job.resolve(running.lines);
    this.#move();
    this.#next();
  }

  /** @param {Job} job */
  #abort(job) {
    const waiting = this.#jobs.indexOf(job);
    if (waiting >= 0 && isAborted(job)) {
      this.#jobs.splice(waiting, 1);
      return job.reject(new TaskAborted());
    }
    if (this.#running?.job !== job) return;
    if (this.#channel.isOpen && this.#running.steps[this.#running.at]?.search) this.#channel.send('stop');
    else if (!this.#channel.isOpen && isAborted(job)) this.#end(new TaskAborted());
  }

  /** @param {string} reason */
  #closed(reason) {
    const why = this.#running?.error ? new Refusal(this.#running.error).message : reason;
    if (why) this.events.notice?.(why);
    if (this.#running && isAborted(this.#running.job)) this.#end(new TaskAborted());
    else if (this.#running) this.#channel.open();
    // A session closed while idle counts as connected.
    this.events.state?.(!this.#channel.reconnects);
  }
}
