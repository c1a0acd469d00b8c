// The output of a search: `info` and `bestmove` lines.

/**
 * Scores are those of the side to move.
 * @typedef {object} Info
 * @property {number} [depth]
 * @property {number} multipv
 * @property {number} [cp]
 * @property {number} [mate]
 * @property {boolean} bound whether the score is only a bound
 * @property {number[]} [wdl] permille
 * @property {number} [nodes]
 * @property {number} [nps]
 * @property {number} [time]
 * @property {number} [hashfull] permille
 * @property {number} [tbhits]
 * @property {string[]} pv
 */

/** None for `info string`. @param {string} line @returns {Info | null} */
export function readInfo(line) {
  const words = line.split(' ');
  if (words[0] !== 'info' || words[1] === 'string') return null;
  /** @type {Info} */
  const info = { multipv: 1, bound: false, pv: [] };
  for (let i = 1; i < words.length; i += 1) {
    const word = words[i];
    if (word === 'pv') {
      info.pv = words.slice(i + 1);
      break;
    }
    if (word === 'wdl') info.wdl = words.slice(i + 1, (i += 3) + 1).map(Number);
    else if (word === 'lowerbound' || word === 'upperbound') info.bound = true;
    else if (word === 'score') continue;
    else if (['depth', 'multipv', 'cp', 'mate', 'nodes', 'nps', 'time', 'hashfull', 'tbhits'].includes(word))
      Object.assign(info, { [word]: Number(words[(i += 1)]) });
  }
  return info;
}

/** '' if there is none. @param {string[]} lines @returns {string} */
export function readBestMove(lines) {
  const line = lines.find((each) => each.startsWith('bestmove ')) ?? '';
  const move = line.split(' ')[1] ?? '';
  return move === '(none)' ? '' : move;
}

/** @typedef {{ value: string, moves: { move: string, value: string }[] }} Truth `win 5`, `loss`, `draw` or `unknown`, for the side to move */

/** The answer to `probe`. @param {string[]} lines @returns {Truth} */
export function readTruth(lines) {
  const moves = lines.filter((line) => line.startsWith('value ')).map((line) => {
    const [, move, ...value] = line.split(' ');
    return { move, value: value.join(' ') };
  });
  return { value: lines.find((line) => line.startsWith('probe '))?.slice('probe '.length) ?? 'unknown', moves };
}
