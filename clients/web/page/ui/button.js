import { h } from './dom.js';
import { icon } from './icons.js';

/** @param {string} text @param {() => void} press @param {{ icon?: Parameters<typeof icon>[0], kind?: string, id?: string }} [look] */
export function button(text, press, look = {}) {
  return h('button', { type: 'button', class: `button ${look.kind ?? ''}`, id: look.id, onclick: () => press() },
    look.icon ? icon(look.icon) : null, h('span', {}, text));
}

/** Shows its icon only; the text is for screen readers and the tooltip. @param {string} text @param {Parameters<typeof icon>[0]} name @param {() => void} press */
export function iconButton(text, name, press) {
  return h('button', { type: 'button', class: 'button icon-only', 'aria-label': text, title: text, onclick: () => press() }, icon(name));
}

/** @param {HTMLButtonElement} element @param {boolean} on */
export function enable(element, on) {
  element.disabled = !on;
}
