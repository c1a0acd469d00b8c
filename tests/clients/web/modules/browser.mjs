// Stubs of browser objects, so that modules of the page can be loaded in node. Import this before modules of the page.

import { readFileSync } from 'node:fs';
import { register } from 'node:module';

/** Tests call no third-party module of the page. */
const stubs = `export async function resolve(name, context, next) {
  return name.includes('/library/') ? { url: 'data:text/javascript,export const openDB = null', shortCircuit: true } : next(name, context);
}`;
register(`data:text/javascript,${encodeURIComponent(stubs)}`);

export const root = new URL('../../../../', import.meta.url);
/** @param {string | URL} path below clients/web/page */
export const pageFile = (path) => readFileSync(new URL(`clients/web/page/${path}`, root), 'utf8');

const texts = { textContent: pageFile('lang/en.json') };
globalThis.document = { getElementById: () => texts, documentElement: {}, baseURI: 'http://localhost/' };
globalThis.location = { href: 'http://localhost/', hash: '' };
globalThis.navigator = { languages: [] };
globalThis.matchMedia = () => ({ matches: false });
globalThis.fetch = async (address) => new Response(pageFile(new URL(address).pathname.slice(1)));

/** Replaces global values during an action. @param {Record<string, any>} values @param {() => any} act */
export async function withGlobals(values, act) {
  const before = Object.keys(values).map((name) => [name, globalThis[name]]);
  Object.assign(globalThis, values);
  try {
    return await act();
  } finally {
    Object.assign(globalThis, Object.fromEntries(before));
  }
}
