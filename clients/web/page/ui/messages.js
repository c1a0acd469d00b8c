// What the page says by itself: aloud to screen readers, and as short notes that go away.
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

/** For those who listen. @param {string} text */
export function say(text) {
  voice.textContent = text;
}

/** For all. @param {string} text @param {'note' | 'refusal' | 'rude'} [kind] */
export function tell(text, kind = 'note') {
  for (const old of [...notes.children]) if (old.textContent === text) old.remove();
  const note = h('p', { class: `note ${kind}` }, text);
  notes.append(note);
  while (notes.children.length > 3) notes.firstElementChild?.remove();
  setTimeout(() => note.remove(), noteTime);
}

/** What was told belongs to something that is over. */
export const forgetNotes = () => notes.replaceChildren();
