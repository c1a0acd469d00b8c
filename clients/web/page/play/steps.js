// What was done, so that it can be undone and redone.

/** @typedef {{ undo: () => unknown, redo: () => unknown, said?: { undo: string, redo: string }, leads?: boolean }} Step said: for the person; leads: to other steps, which offer the way back */

/** Sends `change` when there is more or less to undo. */
export class Steps extends EventTarget {
  /** @type {Step[]} */ #done = [];
  /** @type {Step[]} */ #undone = [];
  /** Each waits for the one before. @type {Promise<unknown>} */ #last = Promise.resolve();

  /** @returns {Step | undefined} */
  get last() {
    return this.#done.at(-1);
  }

  /** @returns {Step | undefined} */
  get next() {
    return this.#undone.at(-1);
  }

  /** A step that has just been done. @param {Step} step */
  push(step) {
    this.#done.push(step);
    this.#undone = [];
    this.#announce();
  }

  /** A step that was undone elsewhere, and can be redone here. @param {Step} step */
  offer(step) {
    this.#undone.push(step);
    this.#announce();
  }

  undo() {
    return this.#move(() => this.#done, () => this.#undone, (step) => step.undo());
  }

  redo() {
    return this.#move(() => this.#undone, () => this.#done, (step) => step.redo());
  }

  /** @param {() => Step[]} from @param {() => Step[]} to @param {(step: Step) => unknown} act */
  #move(from, to, act) {
    const moved = this.#last.then(async () => {
      const step = from().pop();
      if (!step) return;
      if (!step.leads) to().push(step);
      await act(step);
      this.#announce();
    });
    this.#last = moved.catch(() => {});
    return moved;
  }

  #announce() {
    this.dispatchEvent(new Event('change'));
  }
}

/** Whether keys mean undo or redo: Ctrl+Z, or Ctrl+Shift+Z and Ctrl+Y, with Cmd on a Mac. @param {KeyboardEvent} event @returns {'undo' | 'redo' | null} */
export function undoKey({ key, ctrlKey, metaKey, shiftKey, altKey }) {
  if (!(ctrlKey || metaKey) || altKey) return null;
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
  return key.toLowerCase() === 'y' && !shiftKey ? 'redo' : null;
}

/** Fields where people write have an undo of their own. @param {EventTarget | null} target */
export const writesText = (target) =>
  target instanceof Element && Boolean(target.closest('input:not([type="checkbox"], [type="radio"]), textarea, select'));
