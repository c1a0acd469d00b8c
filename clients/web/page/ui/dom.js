import { icon } from './icons.js';

/** @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Property */

/**
 * An element: properties that begin with `on` are listeners, `true` and `false` switch attributes.
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

/** Only where it differs, so that nothing is announced or laid out twice. @param {HTMLElement} element @param {string} text */
export function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

let fields = 0;

/** A labelled control. @param {Node | string} text @param {HTMLElement} control */
export function field(text, control) {
  control.id ||= `field-${(fields += 1)}`;
  return h('div', { class: 'field' }, h('label', { for: control.id }, text), control);
}

/** @param {[string, string][]} choices value and text @param {string} chosen @param {(value: string) => void} [onChange] */
export function select(choices, chosen, onChange) {
  const element = h('select', {}, ...choices.map(([value, text]) => h('option', { value, selected: value === chosen }, text)));
  element.addEventListener('change', () => onChange?.(element.value));
  return element;
}

/** @param {string} text @param {boolean} checked @param {(checked: boolean) => void} onChange */
export function checkbox(text, checked, onChange) {
  const input = h('input', { type: 'checkbox', checked });
  input.addEventListener('change', () => onChange(input.checked));
  return h('label', { class: 'check' }, input, h('span', {}, text));
}

/** @param {string} text @param {() => void} press @param {{ icon?: Parameters<typeof icon>[0], kind?: string, id?: string }} [look] */
export function button(text, press, look = {}) {
  return h('button', { type: 'button', class: `button ${look.kind ?? ''}`, id: look.id, onclick: whenEnabled(press) },
    look.icon ? icon(look.icon) : null, h('span', {}, text));
}

/** Shows its icon only; the text is for screen readers and the tooltip. @param {string} text @param {Parameters<typeof icon>[0]} name @param {() => void} press */
export function iconButton(text, name, press) {
  return h('button', { type: 'button', class: 'button icon-only', 'aria-label': text, title: text, onclick: whenEnabled(press) }, icon(name));
}

/** @param {() => void} press */
const whenEnabled = (press) => (/** @type {Event} */ event) => {
  if (event.currentTarget instanceof Element && event.currentTarget.ariaDisabled !== 'true') press();
};

/** A disabled button does nothing and keeps the focus: `disabled` itself would drop it. @param {HTMLButtonElement} element @param {boolean} on */
export function enable(element, on) {
  element.ariaDisabled = on ? null : 'true';
}
