// Messages of the page: for screen readers, and as short notes that disappear.
import { t } from '../lang/text.js';
import { h, iconButton } from './dom.js';

const noteTime = 7000;
const mostNotes = 3;
/** How far a note is dragged aside until it goes, in pixels. */
const swipe = 60;
/** A window in which the panels stand beside the board and the list of moves gives the room. */
const wide = matchMedia('(min-width: 901px) and (min-height: 521px)');

/** @type {HTMLElement} */
let voice;
/** @type {HTMLElement} */
let notes;

/** @param {HTMLElement} live @param {HTMLElement} place of notes; it is read out by itself */
export function speakThrough(live, place) {
  voice = live;
  notes = place;
  wide.addEventListener('change', placeNotes);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !document.querySelector('dialog[open]')) notes.lastElementChild?.remove();
  });
}

/** For screen readers. @param {string} text */
export function say(text) {
  voice.textContent = text;
}

/** Notes take room in what is shown, a dialog or else the page, so that they cover no control. */
export function placeNotes() {
  const heads = document.querySelectorAll('dialog[open] > .dialog-head');
  const page = document.querySelector('.page:not([hidden])');
  const place = heads[heads.length - 1] ?? (wide.matches && page?.querySelector('#status')) ?? null;
  if (place) place.append(notes);
  else (page?.querySelector(':scope > .desk') ?? page)?.prepend(notes);
}

/** For everybody. @param {string} text @param {'note' | 'refusal' | 'rude'} [kind] */
export function tell(text, kind = 'note') {
  for (const old of [...notes.children]) if (old.textContent === text) old.remove();
  const note = h('div', { class: kind === 'rude' ? 'note rude' : 'note' }, h('span', {}, text), iconButton(t('app.close'), 'close', () => note.remove()));
  followSwipe(note);
  placeNotes();
  notes.append(note);
  while (notes.children.length > mostNotes) notes.firstElementChild?.remove();
  note.scrollIntoView({ block: 'nearest' });
  setTimeout(() => note.remove(), noteTime);
}

/** @param {HTMLElement} note */
function followSwipe(note) {
  /** @type {number | null} */
  let from = null;
  const dragged = (/** @type {PointerEvent} */ event) => (from === null ? 0 : event.clientX - from);
  note.addEventListener('pointerdown', (event) => {
    if (event.target instanceof Element && event.target.closest('button')) return;
    from = event.clientX;
    note.setPointerCapture(event.pointerId);
  });
  note.addEventListener('pointermove', (event) => note.style.setProperty('translate', `${dragged(event)}px`));
  note.addEventListener('pointerup', (event) => (Math.abs(dragged(event)) > swipe ? note.remove() : settle()));
  note.addEventListener('pointercancel', () => settle());
  const settle = () => {
    from = null;
    note.style.removeProperty('translate');
  };
}

/** The notes are outdated. */
export const forgetNotes = () => notes.replaceChildren();
