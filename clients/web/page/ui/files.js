// Files from and for the person's computer.
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

/** Old files of games are in Latin-1, those of some editors in UTF-16. @param {ArrayBuffer} bytes @returns {string} */
export function decode(bytes) {
  const [first, second] = new Uint8Array(bytes);
  const mark = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(mark, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
