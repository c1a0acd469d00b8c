// What the host of the page says of itself and its engines, asked for once.

/** `config.json`, or null where it cannot be had. @type {Promise<any>} */
export const config = fetch('config.json', { cache: 'no-store' }).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
