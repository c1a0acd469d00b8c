import { t } from '../lang/text.js';
import { h, iconButton } from './dom.js';
import { placeNotes } from './messages.js';

let dialogs = 0;

/**
 * Shows a dialog until it is closed.
 * @param {string} title @param {(close: () => void) => (Node | string)[]} content
 */
export function openDialog(title, content) {
  const id = `dialog-title-${(dialogs += 1)}`;
  const dialog = h('dialog', { 'aria-labelledby': id });
  const close = () => dialog.close();
  dialog.append(
    h('div', { class: 'dialog-head' }, h('h2', { id }, title), iconButton(t('app.close'), 'close', close)),
    h('div', { class: 'dialog-body' }, ...content(close)),
  );
  dialog.addEventListener('close', () => {
    placeNotes();
    dialog.remove();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
