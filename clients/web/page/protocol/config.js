// What the host of the page says of itself and its engines, read once: it stands in the page, or in `config.json`.

const inPage = document.getElementById('config')?.textContent;

/** The answers of this version's engine to what the page asks first, by the lines that ask; they stand in a bundled page. @type {Record<string, string[]>} */
export const firstAnswers = JSON.parse(document.getElementById('answers')?.textContent ?? '{}');

/** Null where it cannot be had. @type {Promise<any>} */
export const config = inPage
  ? Promise.resolve(JSON.parse(inPage))
  : fetch('config.json', { cache: 'no-store' }).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
