// The options of an engine, from its answer to `uci`.

/** @typedef {{ name: string, type: string, value: string, min: number, max: number, choices: string[] }} Option */

/** @param {string[]} lines @returns {Map<string, Option>} by name */
export function readOptions(lines) {
  const options = new Map();
  for (const line of lines) {
    const [, name, type, rest] = /^option name (.+?) type (\S+) ?(.*)$/.exec(line) ?? [];
    if (!name) continue;
    /** @param {string} key */
    const number = (key) => Number(new RegExp(`(?:^| )${key} (-?\\d+)`).exec(rest)?.[1] ?? 0);
    options.set(name, {
      name, type, value: /(?:^| )default (\S+)/.exec(rest)?.[1] ?? '', min: number('min'), max: number('max'),
      choices: [...rest.matchAll(/(?:^| )var (\S+)/g)].map((match) => match[1]),
    });
  }
  return options;
}
