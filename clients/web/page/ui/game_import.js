// Imports games: opens the first, stores the others, and reports faults.
import { dateTag } from '../game/notation.js';
import { follow, lastOf, movesTo, unpack } from '../game/tree.js';
import { allGames, deleteGames, storeGames } from '../storage/games.js';
import { named, t } from '../lang/text.js';
import { newRecord, packRecord, unpackRecord } from '../play/game_record.js';
import { Refusal } from '../protocol/session.js';
import { openDialog, refuse, showNote } from './dialogs.js';
import { namesIn } from './game_files.js';
import { button, h } from './dom.js';
import { refusalText, remarkText } from '../lang/errors.js';

/** @typedef {import('../game/tree.js').Node} Node */
/** @import { GameRecord, PackedRecord } from '../play/game_record.js' */

/** Tags that follow from the rest of the game. */
const derived = new Set(['Termination', 'PlyCount']);

/** Copies of a game have the same key, also after export and import. @param {PackedRecord} packed @param {Record<string, string>} names of the players */
function keyOf({ game, start, tags, created, winner, ending, tree, headWay }, names) {
  const { Event = 'crown', Site = '?', Date: day = dateTag(new Date(created)), Round = '-', ...others } = tags ?? {};
  const tagPairs = Object.entries({ Event, Site, Date: day, Round, ...others, ...names }).filter(([name, value]) => value && !derived.has(name));
  return JSON.stringify([game, start, winner ?? ending?.winner ?? null, tagPairs.sort(), movesTo(follow(unpack(tree), headWay))]);
}

/** @param {Node} whole @param {Node} part @returns {boolean} whether `whole` has all moves, comments and signs of `part` */
function containsAll(whole, part) {
  const open = [{ whole, part }];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const { glyph, nags, comment, before, children } = pair.part;
    const own = pair.whole;
    if (!own.comment.includes(comment) || !own.before.includes(before) || (glyph && glyph !== own.glyph) || (nags && nags !== own.nags)) return false;
    for (const child of children) {
      const same = own.children.find(({ move }) => move === child.move);
      if (!same) return false;
      open.push({ whole: same, part: child });
    }
  }
  return true;
}

/** @typedef {import('../main.js').App} App */
/** @typedef {import('./game_files.js').Source} Source */
/** @import { Complaint, ReadGame } from '../game/read.js' */
/** @typedef {typeof import('../game/read.js').readText} ReadText */

/** Longer texts (in characters) show progress. */
const minProgressLength = 20_000;

/** @param {ReadGame} read @param {number} changed when @returns {GameRecord} */
function recordOf({ game, start, root, said, winner, names, tags, atEnd }, changed) {
  const ending = said === null ? null : { winner: said, reason: 'file' };
  const cursor = atEnd ? lastOf(root) : root;
  return newRecord(game, start, { root, cursor, head: lastOf(root), names, tags, ending, winner, changed });
}

/** Asks which game a text is, once for each choice. @param {App} app @returns {import('../game/read.js').Reader['choose']} */
function gameChooser({ referee }) {
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

/** Opens the first game and stores the others. @param {App} app @param {Source[]} sources @param {ReadText} readText @returns {Promise<boolean>} */
export async function importTexts(app, sources, readText) {
  const full = sources.filter(({ text }) => text.trim());
  if (full.length === 0) {
    showNote(t('exchange.nothing'));
    return false;
  }
  const { games, count, complaints } = await readAll(app, full, readText);
  // Lists show the newest first; these keep the order of the file.
  const now = Date.now();
  const records = games.map((read, i) => recordOf(read, now - i));
  const { fresh, copies, first } = await separateCopies(app, records);
  const others = fresh.filter((each) => each !== first).map(packRecord);
  await storeGames(others);
  const before = app.currentGame.record;
  const done = first !== null && (first.id === before.id || (await app.open(first)));
  if (done) {
    if (fresh.length) offerUndo(app, before, fresh.includes(first) ? first : null, others);
    app.show('board');
  }
  const [complaint, ...more] = complaints;
  if (count > 1 ? complaint : more.length) report(fresh.length, copies, complaints);
  else if (complaint) refuse(complaint.kind === 'left' ? complaint.reason : complaintText(complaint));
  else if (copies) showNote(records.length > 1 ? t('exchange.copies', { count: records.length, copies }) : t('exchange.known'));
  else if (records.length > 1) showNote(t('exchange.several', { count: records.length }));
  return done;
}

/**
 * Separates new games from copies; a stored copy replaces the game to open.
 * @param {App} app @param {GameRecord[]} records @returns {Promise<{ fresh: GameRecord[], copies: number, first: GameRecord | null }>}
 */
async function separateCopies(app, records) {
  /** Games by key. @type {Map<string, PackedRecord[]>} */
  const known = new Map();
  /** @param {PackedRecord} packed @param {string} key */
  const add = (packed, key) => known.set(key, [...(known.get(key) ?? []), packed]);
  /** @param {PackedRecord} packed */
  const namedKey = async (packed) => {
    const view = await app.referee.view({ game: packed.game, start: 'startpos', moves: [] }).catch(() => null);
    return keyOf(packed, view ? namesIn(app, view, packed) : packed.names);
  };
  // Texts without tags are never copies.
  if (records.some(({ tags }) => Object.keys(tags).length)) for (const packed of await allGames()) add(packed, await namedKey(packed));
  /** @type {GameRecord[]} */
  const fresh = [];
  /** @type {GameRecord | null} */
  let first = null;
  for (const record of records) {
    const packed = packRecord(record);
    const key = await namedKey(packed);
    const copy = Object.keys(record.tags).length ? known.get(key)?.find(({ tree }) => containsAll(unpack(tree), record.root)) : null;
    if (!copy) {
      fresh.push(record);
      add(packed, key);
    }
    first ??= !copy ? record : copy.id === app.currentGame.record.id ? app.currentGame.record : unpackRecord(copy);
  }
  return { fresh, copies: records.length - fresh.length, first };
}

/**
 * Lets the import be undone while its first game is on the board.
 * @param {App} app @param {GameRecord} before @param {GameRecord | null} first if it is new @param {import('../play/game_record.js').PackedRecord[]} others
 */
function offerUndo(app, before, first, others) {
  const undo = async () => {
    if (first && !(await app.open(before))) return;
    await deleteGames([...(first ? [first.id] : []), ...others.map(({ id }) => id)]);
    app.undoHistory.steps.offer(step);
  };
  const redo = async () => {
    await storeGames(others);
    if (!first || (await app.open(first))) app.undoHistory.steps.push(step);
  };
  const step = { undo, redo, opensGame: true };
  app.undoHistory.steps.push(step);
}

/**
 * @param {App} app @param {Source[]} sources @param {ReadText} readText
 * @returns {Promise<{ games: ReadGame[], count: number, complaints: Complaint[] }>} games read until stopped; count includes skipped games
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
  const dialog = all > minProgressLength ? openDialog(t('import.title'), (close) => [bar, button(t('analysis.stop'), close)]) : null;
  dialog?.addEventListener('close', () => stop.abort());
  const reader = { current: app.currentGame.record.game, referee: app.referee, choose: gameChooser(app), signal: stop.signal };
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
const complaintText = ({ reason, kind }) => (kind === 'warning' ? reason : t(kind === 'partly' ? 'exchange.partly' : 'import.left', { reason }));

/** @param {number} count of stored games @param {number} copies @param {Complaint[]} complaints */
function report(count, copies, complaints) {
  openDialog(t('import.title'), (close) => [
    h('p', {}, t('import.kept', { count })), copies ? h('p', {}, t('import.copies', { count: copies })) : '', h('p', {}, t('import.damaged', { count: complaints.length })),
    h('ul', { class: 'complaints' }, ...complaints.map((complaint) => h('li', {}, h('strong', {}, complaint.place), ` ${complaintText(complaint)}`))),
    h('div', { class: 'buttons' }, button(t('app.close'), close, { kind: 'primary' })),
  ]);
}
