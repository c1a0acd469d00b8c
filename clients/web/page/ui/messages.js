// Messages of the page: for screen readers, and as short notes that disappear.
import { h } from './dom.js';

const noteTime = 7000;

/** @type {HTMLElement} */
let voice;
/** @type {HTMLElement} */
let notes;

/** @param {HTMLElement} live @param {HTMLElement} place of notes; it is read out by itself */
export function speakThrough(live, place) {
  voice = live;
  notes = place;
}

/** For screen readers. @param {string} text */
export function say(text) {
  voice.textContent = text;
}

/** For everybody. @param {string} text @param {'note' | 'refusal' | 'rude'} [kind] */
export function tell(text, kind = 'note') {
  for (const old of [...notes.children]) if (old.textContent === text) old.remove();
  const note = h('p', { class: `note ${kind}` }, text);
  notes.append(note);
  while (notes.children.length > 3) notes.firstElementChild?.remove();
  setTimeout(() => note.remove(), noteTime);
}

/** The notes are outdated. */
export const forgetNotes = () => notes.replaceChildren();
