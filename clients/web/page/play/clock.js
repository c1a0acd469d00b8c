// Two clocks, of which at most one runs.

/** @typedef {{ base: number, increment: number }} TimeControl milliseconds */

export class Clock {
  #running = '';
  #since = 0;
  #now;

  /** @param {TimeControl} control @param {Record<string, number>} left by side @param {() => number} [now] milliseconds */
  constructor(control, left, now = () => performance.now()) {
    this.control = control;
    this.times = left;
    this.#now = now;
  }

  get running() {
    return this.#running;
  }

  /** @param {string} side */
  left(side) {
    const spent = side === this.#running ? this.#now() - this.#since : 0;
    return Math.max(0, this.times[side] - spent);
  }

  /** @param {string} side */
  start(side) {
    this.stop();
    this.#running = side;
    this.#since = this.#now();
  }

  stop() {
    if (this.#running) this.times[this.#running] = this.left(this.#running);
    this.#running = '';
  }

  /** The side made its move: it gets its increment. @param {string} side */
  press(side) {
    this.stop();
    this.times[side] += this.control.increment;
  }
}

/** `3:05`, and tenths below ten seconds. @param {number} time milliseconds */
export function clockText(time) {
  const tenths = 10000;
  if (time < tenths) return `0:0${(Math.floor(time / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(time / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
