// The text of a file. Old files of games are in Latin-1, those of some editors in UTF-16.

/** @param {ArrayBuffer} bytes @returns {string} */
export function decode(bytes) {
  const [first, second] = new Uint8Array(bytes);
  const mark = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(mark, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
