// Files from and for the person's computer.
import { decode } from '../game/decode.js';
import { h } from './dom.js';

/** @param {string} text @param {string} name */
export function save(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** @typedef {{ name: string, text: string }} Source name: of the file; '' for a text that was typed or pasted */

/** @param {Iterable<File>} files @returns {Promise<Source[]>} */
export const readFiles = (files) => Promise.all([...files].map(async (file) => ({ name: file.name, text: decode(await file.arrayBuffer()) })));
