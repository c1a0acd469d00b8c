// HTML elements, controls and icons.
import { svg } from '../board/geometry.js';

const paths = {
  board: 'M4 4h16v16H4zM4 12h16M12 4v16',
  first: 'M6 5v14M18 5l-8 7 8 7',
  previous: 'M15 5l-8 7 8 7',
  next: 'M9 5l8 7-8 7',
  last: 'M18 5v14M6 5l8 7-8 7',
  flip: 'M7 4v15M3 8l4-4 4 4M17 20V5M13 16l4 4 4-4',
  undo: 'M9 6L4 11l5 5M4 11h10a6 6 0 010 12',
  redo: 'M15 6l5 5-5 5M20 11H10a6 6 0 000 12',
  flag: 'M6 21V4M6 5c5-3 7 3 13 0v9c-6 3-8-3-13 0',
  draw: 'M4 16l4-8 4 8M3 16a5 4 0 0010 0M15 8h6M15 13h6',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  whole: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  folder: 'M3 7h6l2 2h10v10H3z',
  share: 'M12 15V4M8 8l4-4 4 4M5 13v7h14v-7',
  edit: 'M5 19l1-4L16 5l3 3L9 18z',
  gear: 'M12 8.5a3.5 3.5 0 100 7 3.5 3.5 0 000-7M12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M5.6 18.4l2.1-2.1M16.3 7.7l2.1-2.1',
  chart: 'M4 20V4M4 20h16M8 15l4-5 3 3 5-7',
  up: 'M12 19V5M6 11l6-6 6 6',
  bin: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  note: 'M4 5h16v11H11l-4 4v-4H4z',
  bolt: 'M13 3L6 13h5l-1 8 7-10h-5z',
  pass: 'M4 12h13M12 6l6 6-6 6M21 5v14',
  lens: 'M10 4a6 6 0 100 12 6 6 0 000-12M15 15l5 5',
  again: 'M19 12a7 7 0 11-2-5M19 3v5h-5',
  bulb: 'M9 18h6M10 21h4M12 3a6 6 0 00-4 10.5c1 1 1 2 1 2.5h6c0-.5 0-1.5 1-2.5a6 6 0 00-4-10.5',
  save: 'M12 4v11M8 11l4 4 4-4M5 20h14',
  close: 'M6 6l12 12M18 6L6 18',
  book: 'M12 7c-3-2-6-2-9-1v13c3-1 6-1 9 1 3-2 6-2 9-1V6c-3-1-6-1-9 1zM12 7v13',
};

/** @param {keyof typeof paths} name */
export const icon = (name) => svg('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' }, svg('path', { d: paths[name] }));

/** @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Property */

/**
 * Creates an element. Functions are listeners (`onclick`), `true` and `false` switch attributes.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Record<string, Property>} [properties] @param {(Node | string | null | undefined | false)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Changes a text only if it differs, to avoid announcements and layout. @param {HTMLElement} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Delays an action to the next frame, where it runs once. @param {() => void} act */
export function inNextFrame(act) {
  let frame = 0;
  return () => (frame ||= requestAnimationFrame(() => {
    frame = 0;
    act();
  }));
}

let fields = 0;

/** A labelled control. @param {Node | string} text @param {HTMLElement} control */
export function field(text, control) {
  control.id ||= `field-${(fields += 1)}`;
  return h('div', { class: 'field' }, h('label', { for: control.id }, text), control);
}

/** @param {[string, string][]} choices value and text @param {string} chosen @param {(value: string) => void} onChange @param {string} [id] */
export const select = (choices, chosen, onChange, id) =>
  h('select', { id, onchange: ({ target }) => onChange(target.value) }, ...choices.map(([value, text]) => h('option', { value, selected: value === chosen }, text)));

/** @param {number} from @param {number} to @returns {[string, string][]} choices */
export const numbers = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => [String(from + i), String(from + i)]);

/** @param {string} text @param {boolean} checked @param {(checked: boolean) => void} onChange */
export const checkbox = (text, checked, onChange) =>
  h('label', { class: 'check' }, h('input', { type: 'checkbox', checked, onchange: ({ target }) => onChange(target.checked) }), h('span', {}, text));

/** Loads a style sheet that the first boards do not need. @param {string} href @returns {Promise<unknown>} */
export const loadStyle = (href) => new Promise((done) => document.head.append(h('link', { rel: 'stylesheet', href, onload: done, onerror: done })));

/** @param {string} kind its class @param {() => unknown} submit @param {(Node | null)[]} children */
export const formWith = (kind, submit, ...children) => h('form', { class: kind, onsubmit: (event) => {
  event.preventDefault();
  submit();
} }, ...children);

/** Fits the children of an element to a number. @param {Element} parent @param {number} count @param {() => Node} make */
export function fitChildren(parent, count, make) {
  while (parent.children.length > count) parent.lastElementChild?.remove();
  while (parent.children.length < count) parent.append(make());
}

/** @param {string} text @param {() => void} press @param {{ icon?: Parameters<typeof icon>[0], kind?: string, id?: string }} [look] */
export function button(text, press, look = {}) {
  return h('button', { type: 'button', class: `button ${look.kind ?? ''}`, id: look.id, onclick: whenEnabled(press) },
    look.icon ? icon(look.icon) : null, h('span', {}, text));
}

/** The text is for screen readers and the tooltip. @param {string} text @param {Parameters<typeof icon>[0]} name @param {() => void} press @param {string} [id] */
export function iconButton(text, name, press, id) {
  return h('button', { type: 'button', class: 'button icon-only', 'aria-label': text, title: text, id, onclick: whenEnabled(press) }, icon(name));
}

/** @param {() => void} press */
const whenEnabled = (press) => (/** @type {Event} */ event) => {
  if (event.currentTarget instanceof Element && event.currentTarget.ariaDisabled !== 'true') press();
};

/** Sets `aria-disabled`, which keeps the focus. @param {HTMLButtonElement} element @param {boolean} on */
export function enable(element, on) {
  element.ariaDisabled = on ? null : 'true';
}
