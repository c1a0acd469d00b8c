// Import and export of games and positions: files, the clipboard, dropped files, links.
import { readText } from '../game/read.js';
import { writeGame } from '../game/write.js';
import { writeLink } from '../game/link.js';
import { extensionOf } from '../game/notation.js';
import { lastOf } from '../game/tree.js';
import { newRecord, packRecord } from '../play/record.js';
import { boardFile, example } from '../games/reduced_chess.js';
import { keep } from '../game/store.js';
import { t } from '../lang/text.js';
import { button, field, h } from './dom.js';
import { openDialog } from './dialog.js';
import { playerName } from './words.js';
import { tell } from './messages.js';

/** @typedef {import('./app.js').App} App */

/** Opens the game in a text; further games are stored. @param {App} app @param {string} text @returns {Promise<boolean>} */
async function importText(app, text) {
  if (!text.trim()) {
    tell(t('exchange.nothing'));
    return false;
  }
  try {
    const games = await readText(text, app.table.record.game, app.referee);
    const records = games.map(({ game, start, root, winner, names, atEnd }) => {
      const ending = winner === null ? null : { winner, reason: 'file' };
      return newRecord(game, start, { root, cursor: atEnd ? lastOf(root) : root, head: lastOf(root), names, ending });
    });
    for (const record of records.slice(1)) await keep(packRecord(record));
    const done = await app.open(records[0]);
    const complaint = games.find((game) => game.complaint)?.complaint;
    if (complaint) tell(t('exchange.partly', { reason: complaint }), 'refusal');
    if (records.length > 1) tell(t('exchange.several', { count: records.length }));
    return done;
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error), 'refusal');
    return false;
  }
}

/** @param {App} app */
async function gameText(app) {
  const { table, engines } = app;
  const { record, view } = table;
  const names = view ? Object.fromEntries(view.sides.map(({ name }) => [name, playerName(view, record, name, engines.list)])) : {};
  const { game, start, root } = record;
  const { ending } = table;
  return writeGame({ game, start, root, names, winner: ending ? ending.winner : null, date: new Date(record.created), verdict: record.ending?.reason ?? '' }, app.referee);
}

/** @param {App} app */
const gameLink = ({ table }) => new URL(writeLink(table.place()), location.href).href;

/** @param {string} text @param {string} name */
function save(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Saves the game as the file that the export writes. @param {App} app */
export async function saveGame(app) {
  const { view, record } = app.table;
  if (view) save(await gameText(app), `${record.game}.${extensionOf(view)}`);
}

/** @param {string} text @param {HTMLTextAreaElement} area */
async function copy(text, area) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without a secure connection there is no clipboard API; a selection can still be copied.
    area.select();
    document.execCommand('copy');
  }
  tell(t('exchange.copied'));
}

/** @param {string} title @param {string} text @param {string} id @param {string} [file] */
function output(title, text, id, file) {
  const area = h('textarea', { rows: Math.min(8, Math.max(text.split('\n').length, Math.ceil(text.length / 60))), readonly: true, id }, text);
  return h('div', { class: 'output' }, field(title, area), h('div', { class: 'buttons' },
    button(t('exchange.copy'), () => copy(text, area)),
    file ? button(t('exchange.save'), () => save(text, file)) : null));
}

/** @param {App} app */
export async function openExchange(app) {
  const { table, referee } = app;
  const { view, record } = table;
  if (!view) return;
  const text = await gameText(app);
  const fen = view.facts.get('standard') === 'none' ? '' : await referee.standardFen(table.place()).catch(() => '');
  openDialog(t('exchange.title'), (close) => {
    const area = h('textarea', { rows: 5, id: 'import-text' });
    const file = h('input', { type: 'file', id: 'import-file', accept: '.pdn,.pgn,.fen,.txt,text/plain' });
    const read = async () => {
      if (await importText(app, area.value)) close();
    };
    file.addEventListener('change', async () => {
      area.value = (await file.files?.[0]?.text()) ?? '';
      await read();
    });
    return [
      h('h3', {}, t('exchange.import')), field(t('exchange.paste'), area),
      h('div', { class: 'buttons' }, button(t('exchange.read'), read, { kind: 'primary', id: 'import' })),
      field(t('exchange.file'), file), h('p', { class: 'quiet' }, t('exchange.drop')),
      h('h3', {}, t('exchange.export')),
      output(t('exchange.gameText'), text, 'export-game', `${record.game}.${extensionOf(view)}`),
      output(t('exchange.positionText'), view.fen, 'export-position', `${record.game}.txt`),
      ...(fen && fen !== view.fen ? [output(t('exchange.fen'), fen, 'export-fen', `${record.game}.fen`)] : []),
      ...(record.game === example.game ? [output(t('exchange.board'), boardFile(view.fen), 'export-board', 'board.txt')] : []),
      output(t('exchange.link'), gameLink(app), 'export-link'),
    ];
  });
}

/** Handles dropped files, and text pasted outside of fields. @param {App} app */
export function acceptDrops(app) {
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', async (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = file ? await file.text() : event.dataTransfer?.getData('text/plain');
    if (text) await importText(app, text);
  });
  document.addEventListener('paste', async (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    const text = event.clipboardData?.getData('text/plain');
    if (text) await importText(app, text);
  });
}
