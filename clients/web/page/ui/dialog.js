import { t } from '../lang/text.js';
import { h, iconButton } from './dom.js';
import { placeNotes } from './messages.js';

let dialogs = 0;

/**
 * Shows a dialog until it is closed.
 * @param {string} title @param {(close: () => void) => (Node | string)[]} content @param {string} [place] its name in the history, where it can be opened again
 */
export function openDialog(title, content, place = '') {
  const id = `dialog-title-${(dialogs += 1)}`;
  const dialog = h('dialog', { 'aria-labelledby': id, 'data-place': place });
  const tell = () => document.dispatchEvent(new Event('dialogs'));
  const close = () => dialog.close();
  dialog.append(
    h('div', { class: 'dialog-head' }, h('h2', { id }, title), iconButton(t('app.close'), 'close', close)),
    h('div', { class: 'dialog-body' }, ...content(close)),
  );
  dialog.addEventListener('close', () => {
    placeNotes();
    dialog.remove();
    tell();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) close();
  });
  // The same one a second time takes the place of the first.
  if (place) document.querySelector(`dialog[data-place="${place}"]`)?.remove();
  document.body.append(dialog);
  dialog.showModal();
  tell();
  return dialog;
}
