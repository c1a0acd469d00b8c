// The configuration of the page's host: embedded in the page, or in `config.json`.

const inPage = document.getElementById('config')?.textContent;

/** Answers to the first requests, by request; embedded in bundled pages. @type {Record<string, string[]>} */
export const firstAnswers = JSON.parse(document.getElementById('answers')?.textContent ?? '{}');

/** Null if it cannot be loaded. @type {Promise<any>} */
export const config = inPage
  ? Promise.resolve(JSON.parse(inPage))
  : fetch('config.json', { cache: 'no-store' }).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
