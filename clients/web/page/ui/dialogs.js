// Dialogs, and messages: for screen readers, and as notes that disappear.
import { refusalText } from '../lang/errors.js';
import { t } from '../lang/text.js';
import { h, iconButton } from './dom.js';

const noteTime = 7000;
const maxNotes = 3;
/** Windows with the panels beside the board. */
const wide = matchMedia('(min-width: 901px) and (min-height: 521px)');

/** @type {HTMLElement} */
let liveRegion;
/** @type {HTMLElement} */
let notes;

/** @param {HTMLElement} live region @param {HTMLElement} container of notes */
export function setUpMessages(live, container) {
  liveRegion = live;
  notes = container;
  wide.addEventListener('change', placeNotes);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !document.querySelector('dialog[open]')) notes.lastElementChild?.remove();
  });
}

/** For screen readers. @param {string} text */
export function announce(text) {
  liveRegion.textContent = text;
}

/** Moves the notes into the shown dialog or page, where they cover no control. */
export function placeNotes() {
  const heads = document.querySelectorAll('dialog[open] > .dialog-head');
  const page = document.querySelector('.page:not([hidden])');
  const container = heads[heads.length - 1] ?? (wide.matches && page?.querySelector('#status')) ?? null;
  if (container) container.append(notes);
  else (page?.querySelector(':scope > .desk') ?? page)?.prepend(notes);
}

/** Shows a note. @param {string} text @param {'note' | 'refusal' | 'punishment'} [kind] */
export function showNote(text, kind = 'note') {
  for (const old of [...notes.children]) if (old.textContent === text) old.remove();
  const note = h('div', { class: kind === 'punishment' ? 'note punishment' : 'note' }, h('span', {}, text), iconButton(t('app.close'), 'close', () => note.remove()));
  placeNotes();
  notes.append(note);
  while (notes.children.length > maxNotes) notes.firstElementChild?.remove();
  note.scrollIntoView({ block: 'nearest' });
  setTimeout(() => note.remove(), noteTime);
}

/** @param {unknown} reason a sentence or an error */
export const refuse = (reason) => showNote(typeof reason === 'string' ? reason : refusalText(reason), 'refusal');

export const clearNotes = () => notes.replaceChildren();

let dialogs = 0;

/**
 * Shows a dialog until it is closed.
 * @param {string} title @param {(close: () => void) => (Node | string)[]} content @param {string} [place] its name in the history, where it can be opened again
 */
export function openDialog(title, content, place = '') {
  const id = `dialog-title-${(dialogs += 1)}`;
  const dialog = h('dialog', { 'aria-labelledby': id, 'data-place': place });
  const notify = () => document.dispatchEvent(new Event('dialogs'));
  const close = () => dialog.close();
  dialog.append(
    h('div', { class: 'dialog-head' }, h('h2', { id }, title), iconButton(t('app.close'), 'close', close)),
    h('div', { class: 'dialog-body' }, ...content(close)),
  );
  dialog.addEventListener('close', () => {
    placeNotes();
    dialog.remove();
    notify();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) close();
  });
  if (place) document.querySelector(`dialog[data-place="${place}"]`)?.remove();
  document.body.append(dialog);
  dialog.showModal();
  notify();
  return dialog;
}
