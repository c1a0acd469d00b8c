import { t } from '../lang/text.js';
import { h, iconButton } from './dom.js';

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
  dialog.addEventListener('close', () => dialog.remove());
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {string} question @returns {Promise<boolean>} */
export function confirmed(question) {
  return new Promise((resolve) => {
    const dialog = openDialog(question, (close) => [
      h('div', { class: 'buttons' },
        h('button', { type: 'button', class: 'button primary', onclick: () => (resolve(true), close()) }, t('play.yes')),
        h('button', { type: 'button', class: 'button', onclick: close }, t('play.no'))),
    ]);
    dialog.addEventListener('close', () => resolve(false));
  });
}
