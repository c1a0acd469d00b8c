// What the host of the page says of itself and its engines, read once: it stands in the page, or in `config.json`.

const inPage = document.getElementById('config')?.textContent;

/** Null where it cannot be had. @type {Promise<any>} */
export const config = inPage
  ? Promise.resolve(JSON.parse(inPage))
  : fetch('config.json', { cache: 'no-store' }).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
