// All texts for people, in the chosen language or the browser's.
import en from './en.js';

export const languageNames = { en: 'English', es: 'Español', pt: 'Português' };

/** Besides English. @type {Record<string, () => Promise<{ default: Record<string, string> }>>} */
const others = { es: () => import('./es.js'), pt: () => import('./pt.js') };

/** @type {Record<string, string>} */
let texts = en;

/** Loads the texts. @param {string} wanted a language, or '' for that of the browser */
export async function setLanguage(wanted) {
  const asked = [wanted, ...navigator.languages.map((each) => each.slice(0, 2))];
  const chosen = asked.find((each) => each in languageNames) ?? 'en';
  if (others[chosen]) texts = (await others[chosen]()).default;
  document.documentElement.lang = chosen;
}

/** A text; `{name}` in it is filled in, and `{name|one|several}` says which word fits the number. @param {string} key @param {Record<string, string | number>} [values] */
export const t = (key, values = {}) => translated(key, values) ?? key;

/** The same, or undefined if there is none. @param {string} key @param {Record<string, string | number>} [values] */
export function translated(key, values = {}) {
  const text = texts[key] ?? en[key];
  const counted = text?.replace(/\{(\w+)\|([^|}]*)\|([^}]*)\}/g, (_, name, one, several) => (Number(values[name]) === 1 ? one : several));
  return counted?.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = String(values[name] ?? '');
    if (!value) console.error(`the text ${key} needs a value for ${whole}`);
    return value;
  });
}

/** With a capital letter and a full stop. @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1).replace(/[.!?]?$/, (end) => end || '.');

/** A name from the engine, translated if the page knows it. @param {string} kind @param {string} name */
export function named(kind, name) {
  return texts[`${kind}.${name}`] ?? en[`${kind}.${name}`] ?? name;
}
