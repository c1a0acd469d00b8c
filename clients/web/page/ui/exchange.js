// Import and export of games and positions: files, the clipboard, dropped files, links.
import { writeLink } from '../game/link.js';
import { extensionOf, hasAlgebraic } from '../game/notation.js';
import { boardFile, example } from '../games/reduced_chess.js';
import { t } from '../lang/text.js';
import { button, field, h, select } from './dom.js';
import { openDialog } from './dialog.js';
import { areAlgebraic, gameText, nameSquares } from './export.js';
import { readFiles, save } from './files.js';
import { tell } from './messages.js';

/** @typedef {import('./app.js').App} App */

/** The reader is loaded when there is something to read. @param {App} app @param {import('./files.js').Source[]} sources */
async function importTexts(app, sources) {
  const loaded = await Promise.all([import('./import.js'), import('../game/read.js')]).catch(() => tell(t('app.needsEngine'), 'refusal'));
  return loaded ? loaded[0].importTexts(app, sources, loaded[1].readText) : false;
}

/** @param {App} app */
const gameLink = ({ table }) => new URL(writeLink(table.place()), location.href).href;

/** Saves the game as the file that the export writes. @param {App} app */
export async function saveGame(app) {
  const { view, record } = app.table;
  if (view) save(await gameText(app, record), `${record.game}.${extensionOf(view)}`);
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
    button(t('exchange.copy'), () => copy(area.value, area)),
    file ? button(t('exchange.save'), () => save(area.value, file)) : null));
}

/** @param {App} app */
export async function openExchange(app) {
  const { table, referee } = app;
  const { view, record } = table;
  if (!view) return;
  const text = await gameText(app, record);
  const fen = view.facts.get('standard') === 'none' ? '' : await referee.standardFen(table.place()).catch(() => '');
  openDialog(t('exchange.title'), (close) => {
    const area = h('textarea', { rows: 5, id: 'import-text' });
    const file = h('input', { type: 'file', id: 'import-file', accept: '.pdn,.pgn,.epd,.fen,.txt,text/plain', multiple: true });
    /** @param {import('./files.js').Source[]} sources */
    const read = async (sources) => {
      if (await importTexts(app, sources)) close();
    };
    file.addEventListener('change', async () => {
      await read(await readFiles(file.files ?? []));
      file.value = '';
    });
    const game = output(t('exchange.gameText'), text, 'export-game', `${record.game}.${extensionOf(view)}`);
    const names = select([['numeric', t('exchange.numeric')], ['algebraic', t('exchange.algebraic')]], areAlgebraic() ? 'algebraic' : 'numeric', async (way) => {
      nameSquares(way);
      const area = game.querySelector('textarea');
      if (area) area.value = await gameText(app, record);
    });
    names.id = 'export-squares';
    return [
      h('h3', {}, t('exchange.import')), field(t('exchange.paste'), area),
      h('div', { class: 'buttons' }, button(t('exchange.read'), () => read([{ name: '', text: area.value }]), { kind: 'primary', id: 'import' })),
      field(t('exchange.file'), file), h('p', { class: 'quiet' }, t('exchange.drop')),
      h('h3', {}, t('exchange.export')),
      ...(hasAlgebraic(view) ? [field(t('exchange.squares'), names)] : []), game,
      output(t('exchange.positionText'), view.fen, 'export-position', `${record.game}.txt`),
      ...(fen && fen !== view.fen ? [output(t('exchange.fen'), fen, 'export-fen', `${record.game}.fen`)] : []),
      ...(record.game === example.game ? [output(t('exchange.board'), boardFile(view.fen), 'export-board', 'board.txt')] : []),
      output(t('exchange.link'), gameLink(app), 'export-link'),
    ];
  }, 'exchange');
}

/** Handles dropped files, and text pasted outside of fields. @param {App} app */
export function acceptDrops(app) {
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', async (event) => {
    event.preventDefault();
    const { files } = event.dataTransfer ?? {};
    if (files?.length) await importTexts(app, await readFiles(files));
    else if (event.dataTransfer?.getData('text/plain')) await importTexts(app, [{ name: '', text: event.dataTransfer.getData('text/plain') }]);
  });
  document.addEventListener('paste', async (event) => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    const { files } = event.clipboardData ?? {};
    const text = event.clipboardData?.getData('text/plain');
    if (files?.length) await importTexts(app, await readFiles(files));
    else if (text) await importTexts(app, [{ name: '', text }]);
  });
}
