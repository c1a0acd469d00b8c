// Games of this browser as the text of files.
import { extensionOf } from '../game/notation.js';
import { movesTo } from '../game/tree.js';
import { writeGame } from '../game/write.js';
import { local } from '../storage/values.js';
import { save } from './files.js';
import { playerName } from './words.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('../play/record.js').GameRecord} GameRecord */
/** @typedef {import('../protocol/view.js').View} View */

/** How squares that have numbers are named in files. */
const squaresKey = 'crown.squares';
export const areAlgebraic = () => local.get(squaresKey) === 'algebraic';
/** @param {string} way */
export const nameSquares = (way) => local.set(squaresKey, way);

/** The names of the players by side, as far as they are known. @param {App} app @param {View} view @param {Pick<GameRecord, 'players' | 'names'>} record @returns {Record<string, string>} */
export const namesIn = ({ engines }, view, record) => Object.fromEntries(view.sides.map(({ name }) =>
  [name, record.players[name]?.kind === 'engine' ? playerName(view, record, name, engines.list) : record.names[name] ?? '']));

/** @param {App} app @param {GameRecord} record */
export const startOf = ({ referee }, { game, start }) => referee.look({ game, start, moves: [] });

/** @param {App} app @param {GameRecord} record @returns {Promise<{ winner: string | null, reason: string }>} reason: '' if it follows from the rules or is not known */
async function endOf({ table, referee }, record) {
  const ending = record === table.record ? table.ending : record.ending;
  if (ending) return { winner: ending.winner, reason: record.ending?.reason ?? '' };
  const { game, start, head } = record;
  const { outcome, side } = (await referee.look({ game, start, moves: movesTo(head) })).status;
  return { winner: { ongoing: record.winner, draw: '', win: side }[outcome], reason: '' };
}

/** @param {App} app @param {GameRecord} record */
export async function gameText(app, record) {
  const { game, start, root, tags } = record;
  const { winner, reason } = await endOf(app, record);
  return writeGame({
    game, start, root, tags, names: namesIn(app, await startOf(app, record), record), winner,
    date: new Date(record.created), verdict: reason, isAlgebraic: areAlgebraic(),
  }, app.referee);
}

/** A file for each notation. @param {App} app @param {GameRecord[]} records @param {(done: number) => boolean} goesOn whether to write the next one @returns {Promise<void>} */
export async function exportGames(app, records, goesOn) {
  /** @type {Map<string, string[]>} */
  const files = new Map();
  for (const [i, record] of records.entries()) {
    if (!goesOn(i)) return;
    const extension = extensionOf(await startOf(app, record));
    files.set(extension, [...(files.get(extension) ?? []), await gameText(app, record)]);
  }
  for (const [extension, texts] of files) save(texts.join('\n'), `games.${extension}`);
}
