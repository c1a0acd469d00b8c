// Takes in games: one opens, the others are stored; what is damaged is reported by its number.
import { KnownGames } from '../game/duplicates.js';
import { all, forget, keepAll } from '../game/store.js';
import { lastOf } from '../game/tree.js';
import { named, t } from '../lang/text.js';
import { newRecord, packRecord, unpackRecord } from '../play/record.js';
import { Refusal } from '../protocol/session.js';
import { openDialog } from './dialog.js';
import { namesIn } from './export.js';
import { button, h } from './dom.js';
import { refusalText } from '../lang/refusal.js';
import { remarkText } from '../lang/remark.js';
import { tell } from './messages.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./files.js').Source} Source */
/** @typedef {import('../game/types.js').ReadGame} ReadGame */
/** @typedef {import('../game/types.js').Complaint} Complaint */
/** @typedef {typeof import('../game/read.js').readText} ReadText */
/** @typedef {import('../play/record.js').GameRecord} GameRecord */

/** Texts of more characters show how far the reading is. */
const quick = 20_000;

/** @param {ReadGame} read @param {number} changed when @returns {GameRecord} */
function recordOf({ game, start, root, said, winner, names, tags, atEnd }, changed) {
  const ending = said === null ? null : { winner: said, reason: 'file' };
  const cursor = atEnd ? lastOf(root) : root;
  return newRecord(game, start, { root, cursor, head: lastOf(root), names, tags, ending, winner, changed });
}

/** Asks once for each choice. @param {App} app @returns {import('../game/types.js').Reader['choose']} */
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

/** @param {ReadGame} game @param {(line: number) => string} placeOf @returns {Complaint[]} */
function complaintsOf({ game, start, root, faults, warnings, legal, unknown }, placeOf) {
  if (unknown === 'unsaid') return [{ place: placeOf(0), reason: t('import.notSaid'), kind: 'left' }];
  const illegal = faults.find(({ word }) => word);
  const isEmpty = !game || Boolean(unknown) || (faults.length > 0 && !root.children.length && (illegal !== undefined || start === 'startpos'));
  /** @type {Complaint[]} */
  const found = faults.map((fault) => {
    const { line, word, error } = fault;
    const refusal = new Refusal(error);
    const why = refusal.code === 'bad-argument' ? remarkText(refusal.message) : refusalText(refusal, fault === illegal ? legal : []);
    const reason = unknown && word ? t('import.noGame', { move: word }) : word ? `${word}: ${why}` : why;
    return { place: placeOf(line), reason, kind: isEmpty ? 'left' : word ? 'partly' : 'warning' };
  });
  return isEmpty ? found.slice(0, 1) : [...found, ...warnings.map(({ line, text }) => ({ place: placeOf(line), reason: remarkText(text), kind: /** @type {const} */ ('warning') }))];
}

/** Opens the first game of some texts; the others are stored. @param {App} app @param {Source[]} sources @param {ReadText} readText @returns {Promise<boolean>} */
export async function importTexts(app, sources, readText) {
  const full = sources.filter(({ text }) => text.trim());
  if (full.length === 0) {
    tell(t('exchange.nothing'));
    return false;
  }
  const { games, count, complaints } = await readAll(app, full, readText);
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
  const [complaint, ...more] = complaints;
  if (count > 1 ? complaint : more.length) report(fresh.length, copies, complaints);
  else if (complaint) tell(complaint.kind === 'left' ? complaint.reason : toldOf(complaint), 'refusal');
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

/**
 * @param {App} app @param {Source[]} sources @param {ReadText} readText
 * @returns {Promise<{ games: ReadGame[], count: number, complaints: Complaint[] }>} those that were read until somebody stopped it; count: with those that were left out
 */
async function readAll(app, sources, readText) {
  /** @type {ReadGame[]} */
  const games = [];
  /** @type {Complaint[]} */
  const complaints = [];
  let count = 0;
  const all = sources.reduce((sum, { text }) => sum + text.length, 0);
  const bar = h('progress', { max: all, value: 0, 'aria-label': t('import.title') });
  const stop = new AbortController();
  const dialog = all > quick ? openDialog(t('import.title'), (close) => [bar, button(t('analysis.stop'), close)]) : null;
  dialog?.addEventListener('close', () => stop.abort());
  const reader = { current: app.table.record.game, referee: app.referee, choose: asking(app), signal: stop.signal };
  let done = 0;
  for (const { name, text } of sources) {
    if (stop.signal.aborted) break;
    const file = sources.length > 1 ? name : '';
    try {
      const read = await readText(text, { ...reader, onProgress: (share) => (bar.value = done + share * text.length) });
      count += read.length;
      for (const [i, game] of read.entries()) {
        const number = read.length > 1 && t('import.number', { number: i + 1 });
        const found = complaintsOf(game, (line) => [file, number, line && t('import.line', { line })].filter(Boolean).join(', '));
        complaints.push(...found);
        if (found[0]?.kind !== 'left') games.push(game);
      }
    } catch (error) {
      count += 1;
      complaints.push({ place: file, reason: refusalText(error), kind: 'left' });
    }
    done += text.length;
  }
  dialog?.close();
  return { games, count, complaints };
}

/** @param {Complaint} complaint */
const toldOf = ({ reason, kind }) => (kind === 'warning' ? reason : t(kind === 'partly' ? 'exchange.partly' : 'import.left', { reason }));

/** @param {number} count of games that were kept @param {number} copies that were there already @param {Complaint[]} complaints */
function report(count, copies, complaints) {
  openDialog(t('import.title'), (close) => [
    h('p', {}, t('import.kept', { count })), copies ? h('p', {}, t('import.copies', { count: copies })) : '', h('p', {}, t('import.damaged', { count: complaints.length })),
    h('ul', { class: 'complaints' }, ...complaints.map((complaint) => h('li', {}, h('strong', {}, complaint.place), ` ${toldOf(complaint)}`))),
    h('div', { class: 'buttons' }, button(t('app.close'), close, { kind: 'primary' })),
  ]);
}
