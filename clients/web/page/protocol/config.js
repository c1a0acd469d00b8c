// The files of the page's host, and its configuration: embedded in the page, or in `config.json`.

/**
 * Loads a file. Returns '' if there is none, null if the host does not answer or the page is left meanwhile: Firefox then rejects the read
 * of an answer that has begun. @param {string} path @param {RequestCache} cache @returns {Promise<string | null>}
 */
export async function fetchText(path, cache) {
  try {
    const answer = await fetch(path, { cache });
    return answer.ok ? await answer.text() : '';
  } catch {
    return null;
  }
}

const embedded = document.getElementById('config')?.textContent;

/** Answers to the first requests, by request; embedded in bundled pages. @type {Record<string, string[]>} */
export const firstAnswers = JSON.parse(document.getElementById('answers')?.textContent ?? '{}');

/** Null if it cannot be loaded. @type {Promise<any>} */
export const config = embedded
  ? Promise.resolve(JSON.parse(embedded))
  : fetchText('config.json', 'no-store').then((text) => (text ? JSON.parse(text) : null)).catch(() => null);
