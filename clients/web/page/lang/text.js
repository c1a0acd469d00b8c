// Texts for people, in the chosen language or the browser's. English replaces missing texts.

export const languageNames = { en: 'English', es: 'Español', pt: 'Português' };

/** @param {string} path from the page's address @returns {Promise<any>} */
export async function loadJson(path) {
  const answer = await fetch(new URL(path, document.baseURI));
  if (!answer.ok) throw new TypeError(`loading of ${path} failed: ${answer.status}`);
  return answer.json();
}

const embedded = document.getElementById('texts')?.textContent;
/** Embedded in bundled pages. @type {Record<string, string>} */
const english = embedded ? JSON.parse(embedded) : await loadJson('lang/en.json');
let texts = english;

/** Loads the texts. @param {string} wanted a language; '': the browser's */
export async function setLanguage(wanted) {
  const asked = [wanted, ...navigator.languages.map((each) => each.slice(0, 2))];
  const chosen = asked.find((each) => each in languageNames) ?? 'en';
  if (chosen !== 'en') texts = await loadJson(`lang/${chosen}.json`);
  document.documentElement.lang = chosen;
}

/** A text; fills in `{name}`, and chooses from `{name|one|several}` by number. @param {string} key @param {Record<string, string | number>} [values] */
export const t = (key, values = {}) => translated(key, values) ?? key;

/** The same, or undefined if missing. @param {string} key @param {Record<string, string | number>} [values] */
export function translated(key, values = {}) {
  const text = texts[key] ?? english[key];
  const counted = text?.replace(/\{(\w+)\|([^|}]*)\|([^}]*)\}/g, (_, name, one, several) => (Number(values[name]) === 1 ? one : several));
  return counted?.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = String(values[name] ?? '');
    if (!value) console.error(`the text ${key} needs a value for ${whole}`);
    return value;
  });
}

/** Adds a capital letter and a full stop. @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1).replace(/[.!?]?$/, (end) => end || '.');

/** A name from the engine, translated if possible. @param {string} kind @param {string} name */
export const named = (kind, name) => texts[`${kind}.${name}`] ?? english[`${kind}.${name}`] ?? name;
