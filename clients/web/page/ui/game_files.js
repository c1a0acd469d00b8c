// Import and export of games: files, the clipboard, dropped files, links; and a bar for games that cannot be stored.
import { button, field, h, iconButton, setText, select } from './dom.js';
import { extensionOf, hasAlgebraic } from '../game/notation.js';
import { writeGame } from '../game/write.js';
import { local } from '../storage/values.js';
import { playerName } from './descriptions.js';
import { writeLink } from './navigation.js';
import { boardFile, example } from '../games/specifications.js';
import { t } from '../lang/text.js';
import { openDialog, refuse, showNote } from './dialogs.js';
import { canStore, changes, trouble } from '../storage/games.js';
import { isWorthStoring, positionOf, unpackRecord } from '../play/game_record.js';

/** @param {string} text @param {string} name */
export function save(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  h('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** @typedef {{ name: string, text: string }} Source name: of the file; '' for typed or pasted texts */

/** @param {Iterable<File>} files @returns {Promise<Source[]>} */
const readFiles = (files) => Promise.all([...files].map(async (file) => ({ name: file.name, text: decode(await file.arrayBuffer()) })));

/** Decodes UTF-8, UTF-16, or Latin-1. @param {ArrayBuffer} bytes @returns {string} */
export function decode(bytes) {
  const [first, second] = new Uint8Array(bytes);
  const mark = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(mark, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** @typedef {import('../main.js').App} App */
/** @typedef {import('../play/game_record.js').GameRecord} GameRecord */
/** @typedef {import('../protocol/parse.js').View} View */

/** How files name numbered squares. */
const squaresKey = 'crown.squares';
const areAlgebraic = () => local.get(squaresKey) === 'algebraic';
/** @param {string} way */
const nameSquares = (way) => local.set(squaresKey, way);

/** Names of players by side; '' if unknown. @param {App} app @param {View} view @param {Pick<GameRecord, 'players' | 'names'>} record @returns {Record<string, string>} */
export const namesIn = ({ engines }, view, record) => Object.fromEntries(view.sides.map(({ name }) =>
  [name, record.players[name]?.kind === 'engine' ? playerName(view, record, name, engines.list) : record.names[name] ?? '']));

/** @param {App} app @param {GameRecord} record */
const startOf = ({ referee }, { game, start }) => referee.view({ game, start, moves: [] });

/** @param {App} app @param {GameRecord} record @returns {Promise<{ winner: string | null, reason: string }>} reason: '' if by the rules or unknown */
async function endOf({ currentGame, referee }, record) {
  const ending = record === currentGame.record ? currentGame.ending : record.ending;
  if (ending) return { winner: ending.winner, reason: record.ending?.reason ?? '' };
  const { outcome, side } = (await referee.view(positionOf(record, record.head))).status;
  return { winner: { ongoing: record.winner, draw: '', win: side }[outcome], reason: '' };
}

/** @param {App} app @param {GameRecord} record */
async function gameText(app, record) {
  const { game, start, root, tags } = record;
  const { winner, reason } = await endOf(app, record);
  return writeGame({
    game, start, root, tags, names: namesIn(app, await startOf(app, record), record), winner,
    date: new Date(record.created), verdict: reason, isAlgebraic: areAlgebraic(),
  }, app.referee);
}

/** Saves a file for each notation. @param {App} app @param {GameRecord[]} records @param {(done: number) => boolean} mayContinue whether to continue @returns {Promise<void>} */
export async function exportGames(app, records, mayContinue) {
  /** @type {Map<string, string[]>} */
  const files = new Map();
  for (const [i, record] of records.entries()) {
    if (!mayContinue(i)) return;
    const extension = extensionOf(await startOf(app, record));
    files.set(extension, [...(files.get(extension) ?? []), await gameText(app, record)]);
  }
  for (const [extension, texts] of files) save(texts.join('\n'), `games.${extension}`);
}

/** Loads the reader first. @param {App} app @param {Source[]} sources */
async function importTexts(app, sources) {
  const loaded = await Promise.all([import('./game_import.js'), import('../game/read.js')]).catch(() => refuse(t('app.needsEngine')));
  return loaded ? loaded[0].importTexts(app, sources, loaded[1].readText) : false;
}

/** Saves the game as a file. @param {App} app */
export async function saveGame(app) {
  const { view, record } = app.currentGame;
  if (view) save(await gameText(app, record), `${record.game}.${extensionOf(view)}`);
}

/** @param {string} text @param {HTMLTextAreaElement} area */
async function copy(text, area) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The clipboard API needs a secure connection.
    area.select();
    document.execCommand('copy');
  }
  showNote(t('exchange.copied'));
}

/** @param {string} title @param {string} text @param {string} id @param {string} [file] */
function output(title, text, id, file) {
  const area = h('textarea', { rows: Math.min(8, Math.max(text.split('\n').length, Math.ceil(text.length / 60))), readonly: true, id }, text);
  return h('div', { class: 'output' }, field(title, area), h('div', { class: 'buttons' },
    button(t('exchange.copy'), () => copy(area.value, area)),
    file ? button(t('exchange.save'), () => save(area.value, file)) : null));
}

/** @param {App} app */
export async function openImportExport(app) {
  const { currentGame, referee } = app;
  const { view, record } = currentGame;
  if (!view) return;
  const position = currentGame.positionAt();
  const text = await gameText(app, record);
  const fen = view.facts.get('standard') === 'none' ? '' : await referee.standardFen(position).catch(() => '');
  openDialog(t('exchange.title'), (close) => {
    const area = h('textarea', { rows: 5, id: 'import-text' });
    const file = h('input', { type: 'file', id: 'import-file', accept: '.pdn,.pgn,.epd,.fen,.txt,text/plain', multiple: true });
    /** @param {Source[]} sources */
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
      output(t('exchange.link'), new URL(writeLink(position), location.href).href, 'export-link'),
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

/** @param {import('../main.js').App} app */
export async function showUnsavedGames(app) {
  const words = h('span', {});
  /** Number of unsaved games when the bar was closed. */
  let dismissedCount = 0;
  const games = () => [...trouble.games.values()].filter(isWorthStoring);
  const save = button(t('saving.export'), () => exportGames(app, games().map(unpackRecord), () => true), { id: 'saving-export' });
  const close = iconButton(t('app.close'), 'close', () => {
    dismissedCount = games().length;
    bar.hidden = true;
  });
  const bar = h('div', { class: 'saving', id: 'saving', role: 'alert', hidden: true }, words, save, close);
  document.querySelector('main')?.before(bar);
  const update = () => {
    const count = games().length;
    save.hidden = count === 0;
    if (trouble.reason === 'blocked') return;
    bar.hidden = count === 0 || count === dismissedCount;
    if (count) setText(words, trouble.reason === 'full' ? t('saving.full', { count }) : t('saving.failed', { count }));
    else dismissedCount = 0;
  };
  changes.addEventListener('unsaved', update);
  if (await canStore()) return;
  update();
  if (trouble.reason !== 'blocked') return;
  setText(words, t('saving.blocked'));
  bar.hidden = false;
}
