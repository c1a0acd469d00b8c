// Takes in games: one opens, the others are stored; what is damaged is reported by its number.
import { readUntagged, readWritten, writtenGames } from '../game/read.js';
import { KnownGames } from '../game/duplicates.js';
import { all, forget, keepAll } from '../game/store.js';
import { lastOf } from '../game/tree.js';
import { NoGame } from '../game/which.js';
import { named, t } from '../lang/text.js';
import { newRecord, packRecord, unpackRecord } from '../play/record.js';
import { openDialog } from './dialog.js';
import { namesIn } from './export.js';
import { button, h } from './dom.js';
import { refusalText } from '../lang/refusal.js';
import { tell } from './messages.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./files.js').Source} Source */
/** @typedef {import('../game/read.js').ReadGame} ReadGame */
/** @typedef {import('../play/record.js').GameRecord} GameRecord */

/** More games than these show how far the reading is. */
const quick = 20;

/** @param {ReadGame} read @param {number} changed when @returns {GameRecord} */
function recordOf({ game, start, root, said, winner, names, tags, atEnd }, changed) {
  const ending = said === null ? null : { winner: said, reason: 'file' };
  const cursor = atEnd ? lastOf(root) : root;
  return newRecord(game, start, { root, cursor, head: lastOf(root), names, tags, ending, winner, changed });
}

/** Asks once for each choice. @param {App} app @returns {import('../game/which.js').Choose} */
function asking({ referee }) {
  /** @type {Map<string, Promise<string | null>>} */
  const asked = new Map();
  return async (games) => {
    const titles = new Map((await referee.games()).map(({ name, title }) => [name, named('game', title)]));
    const key = games.join();
    const answer = asked.get(key) ?? new Promise((resolve) => {
      const dialog = openDialog(t('import.which'), (close) => [
        h('p', {}, t('import.whichWhy')),
        h('div', { class: 'buttons' }, ...games.map((game) => button(titles.get(game) ?? game, () => (resolve(game), close())))),
      ]);
      dialog.addEventListener('close', () => resolve(null));
    });
    asked.set(key, answer);
    return answer;
  };
}

/** @param {unknown} error @param {string[]} [legal] moves */
function reasonOf(error, legal) {
  if (error instanceof NoGame) return error.message ? t('import.noGame', { move: error.message }) : t('import.notSaid');
  return refusalText(error, legal);
}

/** @param {ReadGame} game */
function faultOf({ complaint, isTorn }) {
  if (complaint) return `${complaint.move}: ${reasonOf(complaint.refusal, complaint.legal)}`;
  return isTorn ? t('import.torn') : '';
}

/** Opens the first game of some texts; the others are stored. @param {App} app @param {Source[]} sources @returns {Promise<boolean>} */
export async function importTexts(app, sources) {
  const full = sources.filter(({ text }) => text.trim());
  if (full.length === 0) {
    tell(t('exchange.nothing'));
    return false;
  }
  const choose = asking(app);
  const current = app.table.record.game;
  const jobs = full.flatMap(({ name, text }) => {
    const written = writtenGames(text);
    if (!written) return [{ place: name, read: () => readUntagged(text, current, app.referee, choose) }];
    return written.map((each, i) => ({
      place: [full.length > 1 && name, written.length > 1 && t('import.number', { number: i + 1 })].filter(Boolean).join(', '),
      read: async () => [await readWritten(each, current, app.referee, choose)],
    }));
  });
  const { games, complaints } = await readAll(jobs);
  // In lists, where the newest come first, the games of a file keep their order.
  const now = Date.now();
  const records = games.map((read, i) => recordOf(read, now - i));
  const { fresh, copies, first } = await sorted(app, records);
  const others = fresh.filter((each) => each !== first).map(packRecord);
  // The first one is stored by the board.
  await keepAll(others);
  const before = app.table.record;
  const done = first !== null && (first.id === before.id || (await app.open(first)));
  if (done) {
    if (fresh.length) offerUndo(app, before, fresh.includes(first) ? first : null, others);
    app.show('board');
  }
  if (jobs.length > 1 && complaints.length) report(fresh.length, copies, complaints);
  else if (complaints.length) tell(complaints[0].isRest ? t('exchange.partly', { reason: complaints[0].reason }) : complaints[0].reason, 'refusal');
  else if (copies) tell(records.length > 1 ? t('exchange.copies', { count: records.length, copies }) : t('exchange.known'));
  else if (records.length > 1) tell(t('exchange.several', { count: records.length }));
  return done;
}

/**
 * Games that are stored already are not stored again: the one to open is then the stored one.
 * @param {App} app @param {GameRecord[]} records @returns {Promise<{ fresh: GameRecord[], copies: number, first: GameRecord | null }>}
 */
async function sorted(app, records) {
  const known = new KnownGames();
  /** @param {import('../play/record.js').PackedRecord} packed */
  const namesOf = async (packed) => {
    const view = await app.referee.look({ game: packed.game, start: 'startpos', moves: [] }).catch(() => null);
    return view ? namesIn(app, view, packed) : packed.names;
  };
  // A text without tags is a position, or moves that somebody wants to look at.
  if (records.some(({ tags }) => Object.keys(tags).length)) for (const packed of await all()) known.add(packed, await namesOf(packed));
  /** @type {GameRecord[]} */
  const fresh = [];
  /** @type {GameRecord | null} */
  let first = null;
  for (const record of records) {
    const packed = packRecord(record);
    const names = await namesOf(packed);
    const copy = Object.keys(record.tags).length ? known.find(packed, names) : null;
    if (!copy) {
      fresh.push(record);
      known.add(packed, names);
    }
    first ??= !copy ? record : copy.id === app.table.record.id ? app.table.record : unpackRecord(copy);
  }
  return { fresh, copies: records.length - fresh.length, first };
}

/**
 * The import can be undone while the game that it opened is on the board.
 * @param {App} app @param {GameRecord} before @param {GameRecord | null} first if it is new @param {import('../play/record.js').PackedRecord[]} others
 */
function offerUndo(app, before, first, others) {
  const undo = async () => {
    if (first && !(await app.open(before))) return;
    await forget([...(first ? [first.id] : []), ...others.map(({ id }) => id)]);
    app.history.steps.offer(step);
  };
  const redo = async () => {
    await keepAll(others);
    if (!first || (await app.open(first))) app.history.steps.push(step);
  };
  const step = { undo, redo, leads: true };
  app.history.steps.push(step);
}

/** @typedef {{ place: string, reason: string, isRest: boolean }} Complaint isRest: what came before was kept */

/**
 * @param {{ place: string, read: () => Promise<ReadGame[]> }[]} jobs
 * @returns {Promise<{ games: ReadGame[], complaints: Complaint[] }>} those that were read until somebody stopped it
 */
async function readAll(jobs) {
  /** @type {ReadGame[]} */
  const games = [];
  /** @type {Complaint[]} */
  const complaints = [];
  const bar = h('progress', { max: jobs.length, value: 0, 'aria-label': t('import.title') });
  const dialog = jobs.length > quick ? openDialog(t('import.title'), (close) => [bar, button(t('analysis.stop'), close)]) : null;
  for (const [i, { place, read }] of jobs.entries()) {
    if (dialog && !dialog.open) break;
    bar.value = i;
    try {
      for (const game of await read()) {
        const isEmpty = game.complaint && !game.root.children.length;
        const reason = faultOf(game);
        if (reason) complaints.push({ place, reason, isRest: !isEmpty });
        if (!isEmpty) games.push(game);
      }
    } catch (error) {
      complaints.push({ place, reason: reasonOf(error), isRest: false });
    }
  }
  dialog?.close();
  return { games, complaints };
}

/** @param {number} count of games that were kept @param {number} copies that were there already @param {Complaint[]} complaints */
function report(count, copies, complaints) {
  openDialog(t('import.title'), (close) => [
    h('p', {}, t('import.kept', { count })), copies ? h('p', {}, t('import.copies', { count: copies })) : '', h('p', {}, t('import.damaged', { count: complaints.length })),
    h('ul', { class: 'complaints' }, ...complaints.map(({ place, reason, isRest }) =>
      h('li', {}, h('strong', {}, place), ` ${isRest ? t('exchange.partly', { reason }) : t('import.left', { reason })}`))),
    h('div', { class: 'buttons' }, button(t('app.close'), close, { kind: 'primary' })),
  ]);
}
