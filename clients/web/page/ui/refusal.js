// What was refused, at the board: a sentence, and the moves that are due instead, until the next move or the next attempt.
import { refusalText } from '../lang/refusal.js';
import { Refusal } from '../protocol/session.js';
import { h } from './dom.js';

/** Reasons that are seen in the moves that are legal instead. */
const shownReasons = ['capture-mandatory', 'capture-more', 'jump-unfinished'];
/** More routes than these would only confuse. */
const mostRoutes = 12;

export class Refusals {
  /** The moves that are due. @type {import('../board/routes.js').ShownRoute[]} */ due = [];
  #note = h('p', { class: 'refusal', role: 'alert', hidden: true });

  /** @param {HTMLElement} place the row of the board */
  constructor(place) {
    place.append(this.#note);
  }

  /** @param {unknown} error @param {import('../protocol/view.js').View | null} view @param {boolean} isLow as `say` has it */
  refuse(error, view, isLow) {
    const isShown = view && error instanceof Refusal && shownReasons.includes(error.reason);
    this.due = isShown ? view.routes.slice(0, mostRoutes).map(({ path, takes }) => ({ kind: 'due', path, takes })) : [];
    this.say(refusalText(error, view?.moves), isLow);
  }

  /** @param {string} text @param {boolean} isLow whether it is about a square in the lower half, which it leaves visible */
  say(text, isLow) {
    this.#note.classList.toggle('above', isLow);
    this.#note.hidden = false;
    this.#note.textContent = text;
  }

  forget() {
    this.due = [];
    this.#note.hidden = true;
    this.#note.textContent = '';
  }
}
