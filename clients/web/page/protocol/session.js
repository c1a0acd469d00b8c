// One session with an engine: tasks run one after another, and one that a lost connection interrupted is
// restarted from its first line. Every task sends all that it needs (options, position with moves), so nothing is lost.

/** @typedef {import('./channel.js').ChannelEvents} ChannelEvents */
/** @typedef {Pick<import('./channel.js').Channel, 'isOpen' | 'isWanted' | 'open' | 'send' | 'close'>} AnyChannel */
/** @typedef {(events: ChannelEvents) => AnyChannel} Connect makes a channel, which is not open yet */

/** The engine refused: its sentence, the error code, and for an illegal move the word that says why. */
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

/** The task was cancelled before it started. */
export class GivenUp extends Error {}

/** Reason for ending a search whose answer is wanted, and comes even if it has not begun; a search ended for any other is given up. */
export const answerAtOnce = Symbol('answer at once');

/**
 * Lines that are sent together, and the prefix of their last answer. An error ends the task, unless the step is `soft`.
 * @typedef {{ lines: string[], last: string, soft?: boolean, search?: boolean }} Step
 */

/**
 * @typedef {object} Task
 * @property {Record<string, string>} [options] set before the first step where the engine does not have them yet
 * @property {Step[]} steps
 * @property {(line: string) => void} [onLine] every answer
 * @property {AbortSignal} [signal] ends a search, which then answers; a task with a step that has not begun is given up, unless `answerAtOnce` is the reason
 */

/** @typedef {Task & { resolve: (lines: string[]) => void, reject: (reason: Error) => void }} Job */

/** @param {Job} job */
const isGivenUp = ({ signal }) => Boolean(signal?.aborted) && signal?.reason !== answerAtOnce;

export class Session {
  /** @type {Job[]} */ #jobs = [];
  /** @type {{ job: Job, steps: Step[], at: number, lines: string[], error: string } | null} */ #run = null;
  /** @type {Map<string, string>} */ #options = new Map();
  /** @type {AnyChannel} */ #channel;
  /** @type {ReturnType<typeof setTimeout> | undefined} */ #rest;
  /** Where it goes on as soon as it may. @type {Connect | null} */ #moving = null;

  /**
   * @param {Connect} connect
   * @param {{ state?: (connected: boolean) => void, notice?: (text: string) => void, usual?: () => Record<string, string>, rest?: () => number }} [events]
   * usual: options of every search; rest: after how many milliseconds without a task the channel is closed until the next one, 0: never
   */
  constructor(connect, events = {}) {
    this.events = events;
    this.#channel = this.#channelOf(connect);
  }

  /** What a channel that was left still has to say is not heard. @param {Connect} connect */
  #channelOf(connect) {
    const isMine = () => this.#channel === channel;
    /** @type {AnyChannel} */
    const channel = connect({
      opened: () => isMine() && this.#opened(),
      line: (line) => isMine() && this.#heard(line),
      closed: (reason) => isMine() && this.#closed(reason),
    });
    return channel;
  }

  /** Goes on by another channel: at once where this one is not open, else when it is not needed for a task. @param {Connect} connect */
  moveTo(connect) {
    this.#moving = connect;
    if (!this.#run || !this.#channel.isOpen) this.#move();
  }

  #move() {
    if (!this.#moving) return;
    const old = this.#channel;
    const wasWanted = old.isWanted;
    this.#channel = this.#channelOf(this.#moving);
    this.#moving = null;
    old.close();
    if (this.#run || wasWanted) this.#channel.open();
  }

  /** All answers of the task. @param {Task} task @returns {Promise<string[]>} */
  run(task) {
    return new Promise((resolve, reject) => {
      const job = { ...task, resolve, reject };
      this.#jobs.push(job);
      task.signal?.addEventListener('abort', () => this.#abort(job));
      if (task.signal?.aborted) this.#abort(job);
      this.#next();
    });
  }

  /** Lines that only read or change the position. @param {string[]} lines @returns {Promise<string[]>} */
  ask(lines) {
    return this.run({ steps: [{ lines: [...lines, 'isready'], last: 'readyok' }] });
  }

  close() {
    this.#channel.close();
  }

  #next() {
    const job = this.#run ? null : this.#jobs.shift();
    if (!job) return this.#restLater();
    clearTimeout(this.#rest);
    this.#run = { job, steps: [], at: 0, lines: [], error: '' };
    if (this.#channel.isOpen) this.#begin();
    else this.#channel.open();
  }

  #restLater() {
    const pause = this.#run ? 0 : this.events.rest?.() ?? 0;
    clearTimeout(this.#rest);
    if (pause) this.#rest = setTimeout(() => this.#channel.close(), pause);
  }

  #opened() {
    this.#options.clear();
    this.events.state?.(true);
    this.#begin();
  }

  #begin() {
    const run = this.#run;
    if (!run) return;
    const usual = run.job.steps.some(({ search }) => search) ? this.events.usual?.() : {};
    const changed = Object.entries({ ...usual, ...run.job.options }).filter(([name, value]) => this.#options.get(name) !== value);
    for (const [name, value] of changed) this.#options.set(name, value);
    const settings = changed.map(([name, value]) => `setoption name ${name} value ${value}`);
    run.steps = settings.length
      ? [{ lines: [...settings, 'isready'], last: 'readyok', soft: true }, ...run.job.steps]
      : run.job.steps;
    run.at = 0;
    run.lines = [];
    run.error = '';
    this.#step();
  }

  #step() {
    const run = this.#run;
    const step = run?.steps[run.at];
    if (!run || !step) return;
    if ((step.search || run.at > 0) && isGivenUp(run.job)) return this.#end(new GivenUp());
    for (const line of step.lines) this.#channel.send(line);
    if (step.search && run.job.signal?.aborted) this.#channel.send('stop');
  }

  /** @param {string} line */
  #heard(line) {
    const run = this.#run;
    const step = run?.steps[run.at];
    if (!run || !step) return;
    run.job.onLine?.(line);
    const isError = line.startsWith('error ');
    // To a session that has been sent `uci`, a search that is refused says so, and answers `bestmove (none)`.
    const refused = step.search && /^info string (error .*)$/.exec(line);
    if (isError && step.soft) this.events.notice?.(new Refusal(line).message);
    else if (isError) run.error ||= line;
    else if (refused) run.error ||= refused[1];
    else run.lines.push(line);
    const isLast = line === step.last || line.startsWith(step.last + ' ');
    // A search that is refused has no other answer; other lines are followed by `isready` and its answer.
    if (!isLast && !(isError && step.search)) return;
    if (run.error) return this.#end(new Refusal(run.error));
    run.at += 1;
    if (run.at === run.steps.length) this.#end(null);
    else this.#step();
  }

  /** @param {Error | null} error */
  #end(error) {
    const run = this.#run;
    this.#run = null;
    if (error) run?.job.reject(error);
    else run?.job.resolve(run.lines);
    this.#move();
    this.#next();
  }

  /** @param {Job} job */
  #abort(job) {
    const waiting = this.#jobs.indexOf(job);
    if (waiting >= 0 && isGivenUp(job)) {
      this.#jobs.splice(waiting, 1);
      return job.reject(new GivenUp());
    }
    if (this.#run?.job !== job) return;
    if (this.#channel.isOpen && this.#run.steps[this.#run.at]?.search) this.#channel.send('stop');
    else if (!this.#channel.isOpen && isGivenUp(job)) this.#end(new GivenUp());
  }

  /** @param {string} reason */
  #closed(reason) {
    const why = this.#run?.error ? new Refusal(this.#run.error).message : reason;
    if (why) this.events.notice?.(why);
    if (this.#run && isGivenUp(this.#run.job)) this.#end(new GivenUp());
    else if (this.#run) this.#channel.open();
    // A session that was closed because nobody used it is not missed.
    this.events.state?.(!this.#channel.isWanted);
  }
}
