// Assembles the page.
import { Analyst } from './analysis/analyst.js';
import { setAnimation } from './board/animation.js';
import { setLook } from './board/look.js';
import { positionIn, readLink } from './game/link.js';
import { forget, keep, load } from './game/store.js';
import { addMove, lastOf, newTree } from './game/tree.js';
import { named, setLanguage, t } from './lang/text.js';
import { Hint } from './play/hint.js';
import { History } from './play/history.js';
import { Opponent } from './play/opponent.js';
import { usualMachine } from './play/players.js';
import { isKept, newRecord, packRecord, unpackRecord } from './play/record.js';
import { undoKey, writesText } from './play/steps.js';
import { Table } from './play/table.js';
import { Engines } from './protocol/engines.js';
import { Referee, Unreachable } from './protocol/referee.js';
import { Refusal } from './protocol/session.js';
import { AnalysisPanel } from './ui/analysis_panel.js';
import { BoardPanel } from './ui/board_panel.js';
import { button, h } from './ui/dom.js';
import { showEnd } from './ui/end_card.js';
import { acceptDrops, openExchange } from './ui/exchange.js';
import { openGames } from './ui/games_list.js';
import { fitMenu } from './ui/menu_fit.js';
import { forgetNotes, placeNotes, say, speakThrough, tell } from './ui/messages.js';
import { showMoves, step } from './ui/move_list.js';
import { showPlayers } from './ui/player_bar.js';
import { loadSettings, openSettings } from './ui/settings.js';
import { soundGame } from './ui/sound.js';
import { watchPlaces } from './ui/places.js';
import { StartPage } from './ui/start_page.js';
import { showStatus } from './ui/status_panel.js';
import { refusalText } from './lang/refusal.js';
import { endingText, sideTitle } from './ui/words.js';
import { watchConnection } from './ui/connection.js';
import { hold } from './ui/tabs.js';
import { askToken } from './ui/token.js';
import { watchSaving } from './ui/saving.js';
import { local, session } from './storage/values.js';

/** The game of this tab, and the one that was looked at last in any tab. */
const tabKey = 'crown.tab';
const lastKey = 'crown.last';

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const settings = loadSettings();
await setLanguage(settings.language);
speakThrough(part('live'), part('notes'));

const engines = new Engines({
  state: () => {
    connection.update();
    ownEngine.loaded?.update();
  },
  notice: (text) => tell(text, 'refusal'),
  alone: () => tell(t('own.alone'), 'refusal'),
});
engines.cores = settings.cores;
await engines.load().catch(() => {});
const referee = new Referee(engines.session(0, 'referee'), engines.known);
const table = new Table(referee);
const connection = watchConnection(engines, referee, table, part('connection'));

const hint = new Hint(table, engines, () => sayHint());
/** @type {import('./ui/app.js').App} */
const app = /** @type {any} */ ({ table, engines, referee, settings, hint, history: new History(table), open: openOnBoard, show, rules });
/** @param {unknown} reason a sentence, or what was thrown */
const refuse = (reason) => tell(typeof reason === 'string' ? reason : refusalText(reason), 'refusal');

const board = new BoardPanel(app, part('board'));
const players = showPlayers(app, part('player-top'), part('player-bottom'));
app.opponent = new Opponent(table, engines, players.showTold, refuse);
app.analyst = new Analyst(engines, () => analysis.found(), refuse);
// Before the panel: it may take the focus that the panel would hand on.
const endCard = showEnd(app);
showStatus(app, part('status'), board, endCard);
showMoves(app, part('moves'));
const explorer = later(async () => (await import('./ui/explorer.js')).newExplorer(app, part('explorer'), board));
let explores = false;
const analysis = new AnalysisPanel(app, part('analysis'), part('bar'), board, (on) => {
  explores = on;
  if (on || explorer.loaded) explorer.get().then((shown) => shown.show(explores), () => refuse(t('app.needsEngine')));
});
app.review = () => analysis.review.start();

/** What few visitors open is loaded when it is shown. @template T @param {() => Promise<T>} load @returns {{ loaded: T | null, get: () => Promise<T> }} */
function later(load) {
  /** @type {Promise<T> | null} */
  let asked = null;
  const page = {
    /** @type {T | null} */ loaded: null,
    get: () => (asked ??= load().then((loaded) => (page.loaded = loaded)).catch((error) => {
      asked = null;
      throw error;
    })),
  };
  return page;
}
const editor = later(async () => new (await import('./ui/editor.js')).Editor(app, part('editor-board'), part('editor-panel')));
const match = later(async () => (await import('./ui/match_page.js')).matchPage(app, part('match')));
const ownEngine = later(async () => (await import('./ui/own_engine.js')).showOwnEngine(engines, part('own-engine')));
if (engines.hasOwn) ownEngine.get().catch(refuse);
const start = new StartPage(app, part('page-start'));
const fit = fitMenu(part('menu'));
soundGame(table, settings);

function sayHint() {
  board.mark();
  const { shown } = hint;
  if (shown) say(shown.isWhole ? t('play.hintMove', { move: shown.route.move }) : t('play.hintPiece', { square: shown.route.path[0] ?? shown.route.move }));
}

/** @param {import('./play/record.js').GameRecord} record */
async function open(record) {
  try {
    if (!(await hold(record.id))) {
      refuse(t('app.taken'));
      return false;
    }
    const before = packRecord(table.record);
    await table.open(record);
    if (before.id !== record.id && !isKept(before)) forget([before.id]);
    forgetNotes();
    return true;
  } catch (error) {
    refuse(error);
    return false;
  }
}

/** @param {import('./play/record.js').GameRecord} record */
async function openOnBoard(record) {
  const done = await open(record);
  if (done && !part('page-start').hidden) show('board');
  return done;
}

const pages = /** @type {const} */ (['start', 'board', 'editor', 'match']);

/** @param {(typeof pages)[number]} page */
function show(page) {
  for (const each of pages) part(`page-${each}`).hidden = each !== page;
  placeNotes();
  scrollTo(0, 0);
  showTitle();
  if (page === 'start') start.open().catch(refuse);
  match.loaded?.stop();
  const unreachable = () => refuse(t('app.needsEngine'));
  if (page === 'editor') editor.get().then((shown) => shown.open(), unreachable);
  if (page === 'match') match.get().then((shown) => part('page-match').hidden || shown.start(), unreachable);
  showCurrent();
  places.changed();
}

const places = watchPlaces({
  table, show,
  page: () => pages.find((each) => !part(`page-${each}`).hidden) ?? 'board',
  openGame: async (id) => {
    const packed = await load(id);
    if (packed) await open(unpackRecord(packed));
  },
  openDialog: async (name) => {
    const [kind, game] = name.split(' ');
    if (kind === 'rules') await rules(game);
    else if (kind === 'new') await start.choose(game);
    else if (kind === 'games') await openGames(app);
    else if (kind === 'exchange') await openExchange(app);
    else if (kind === 'settings') openOwnSettings();
  },
});

const openOwnSettings = () => openSettings(settings, engines, applySettings);

/** Marks the page that is shown in the menu. */
function showCurrent() {
  for (const each of document.querySelectorAll('[data-page]'))
    if (!part(`page-${each.getAttribute('data-page')}`).hidden) each.setAttribute('aria-current', 'page');
    else each.removeAttribute('aria-current');
}

/** They are loaded when somebody wants to read them. @param {string} game */
function rules(game) {
  return import('./rules/dialog.js').then(({ showRules }) => showRules(app, game)).catch(refuse);
}

const spoken = settings.language;

/** A new language applies to the whole page, so reload it. */
function applySettings() {
  if (settings.language !== spoken) return location.reload();
  setAnimation(settings.animation);
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.dataset.board = settings.board;
  setLook(settings);
  editor.loaded?.redraw();
  showFrame();
  if (engines.cores !== settings.cores) {
    engines.cores = settings.cores;
    engines.allowAnew();
    import('./ui/versions.js').then(({ keepEngine }) => keepEngine(engines)).catch(refuse);
  }
  table.touch();
}

/** Header and footer of the pages. */
function showFrame() {
  part('skip').textContent = t('app.skip');
  part('board').setAttribute('aria-label', t('board.name'));
  part('editor-board').setAttribute('aria-label', t('board.name'));
  /** With a short word, too, for narrow windows. @param {string} name @param {() => void} press @param {Parameters<typeof button>[2]} look @param {string} [page] that it leads to */
  const item = (name, press, look, page) => {
    const element = button(t(`app.${name}`), press, look);
    element.title = t(`app.${name}`);
    element.append(h('span', { class: 'brief', 'aria-hidden': 'true' }, t(`brief.${name}`)));
    if (page) element.dataset.page = page;
    return element;
  };
  part('menu').replaceChildren(
    item('board', () => show('board'), { icon: 'board', id: 'open-board' }, 'board'),
    item('play', () => show('start'), { icon: 'plus', id: 'open-new' }, 'start'),
    item('rules', () => rules(table.record.game), { icon: 'book', id: 'open-rules' }),
    item('games', () => openGames(app), { icon: 'folder', id: 'open-games' }),
    item('exchange', () => openExchange(app), { icon: 'share', id: 'open-exchange' }),
    item('editor', () => show('editor'), { icon: 'edit', id: 'open-editor' }, 'editor'),
    ...(engines.hasDaemon ? [item('match', () => show('match'), { icon: 'chart', id: 'open-match' }, 'match')] : []),
    item('settings', openOwnSettings, { icon: 'gear', kind: 'icon-only' }),
  );
  fit();
  showCurrent();
}

/** @param {import('./game/link.js').Place} place */
function recordOf({ game, start, moves }) {
  const root = newTree();
  let node = root;
  for (const move of moves) node = addMove(node, move);
  return newRecord(game, start, { root, cursor: node, head: lastOf(root) });
}

/** The game that stands on the board until the first one is chosen. */
let unchosen = '';

async function firstRecord() {
  const [{ name }] = await referee.games();
  const { sides } = await referee.look({ game: name, start: 'startpos', moves: [] });
  const players = { [sides[0].name]: /** @type {const} */ ({ kind: 'human' }), [sides[1].name]: usualMachine };
  return newRecord(name, 'startpos', { players, playing: true });
}

/** Of a link that names no game; null where it cannot be read. Throws Refused. @param {string} hash @returns {Promise<import('./game/link.js').Place | null>} */
async function readPosition(hash) {
  const [reader, all] = await Promise.all([import('./game/read.js').catch(() => null), referee.games()]);
  const games = all.map(({ name }) => name);
  const read = await reader?.readText(positionIn(hash, games), { current: table.record.game || games[0], referee, choose: async () => null });
  return read ? { game: read[0].game, start: read[0].start, moves: [] } : null;
}

/**
 * Opens the game of the link, if there is one, and `otherwise`, if given, where that does not succeed. The address is then
 * that of the page alone, which leads back to the game that is played.
 * @param {() => Promise<void>} [otherwise]
 */
async function openLink(otherwise) {
  const { hash } = location;
  if (hash.length < 2 || document.getElementById(hash.slice(1))) return otherwise?.();
  history.replaceState(null, '', location.pathname);
  try {
    const linked = readLink(hash) ?? (await readPosition(hash));
    if (linked) await referee.look(linked);
    if (linked && (await open(recordOf(linked)))) return;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  await otherwise?.();
  refuse(t('app.badLink'));
}

/** Milliseconds for which a page that is loaded again waits until the old one has ended, with its workers. */
const reloadPatience = 3000;

/** The game of this tab, else the last one unless another tab has it. */
async function openOwn() {
  const own = session.get(tabKey);
  const last = local.get(lastKey);
  let elsewhere = false;
  for (const id of new Set([own, last])) {
    const packed = id ? await load(id) : null;
    if (!id || !packed) continue;
    if (!(await hold(id, id === own ? reloadPatience : 0))) elsewhere = true;
    else if (await open(unpackRecord(packed))) return;
  }
  show('start');
  const first = await firstRecord();
  unchosen = first.id;
  await open(first);
  if (elsewhere) tell(t('app.elsewhere'));
}

/** The game as it was stored last. */
let saved = '';

/** Stores the game with the current clocks. @param {boolean} [isLeaving] the page is closed */
async function save(isLeaving = false) {
  const { record, clock } = table;
  if (!record.game || (record.id === unchosen && !record.root.children.length)) return;
  const left = clock ? Object.fromEntries(Object.keys(record.left).map((side) => [side, clock.left(side)])) : {};
  session.set(tabKey, record.id);
  local.set(lastKey, record.id);
  hold(record.id);
  const packed = packRecord({ ...record, left, winner: table.ending ? table.ending.winner : null });
  const text = JSON.stringify({ ...packed, stamp: '' });
  if (text === saved) return;
  saved = text;
  const { id, stamp } = await keep(packed, isLeaving);
  // A game that could not be stored is tried again.
  if (stamp === record.stamp) saved = '';
  record.stamp = stamp;
  if (id === record.id) return;
  record.id = id;
  tell(t('saving.forked'));
  await save();
}

function showTitle() {
  const { view } = table;
  const shown = pages.find((each) => !part(`page-${each}`).hidden);
  const title = { start: '', board: view ? named('game', view.facts.get('title') ?? view.game) : '', editor: t('app.editor'), match: t('app.match') }[shown ?? 'start'];
  document.title = title ? `${title} – crown` : 'crown';
}

for (const event of ['position', 'change']) table.addEventListener(event, () => save());
table.addEventListener('position', showTitle);
addEventListener('pagehide', () => save(true));
table.addEventListener('moved', (event) => {
  if (!(event instanceof CustomEvent) || !table.view) return;
  const { view, ending, record } = table;
  const node = event.detail;
  const parts = [t('play.said', { side: sideTitle(view, node.side), move: node.move })];
  if (view.status.check) parts.push(t('status.check'));
  if (ending) parts.push(endingText(view, ending, record));
  say(parts.join('. '));
});
addEventListener('hashchange', () => openLink());
addEventListener('unhandledrejection', (event) => {
  if (!(event.reason instanceof Unreachable)) return;
  event.preventDefault();
  board.refuse(event.reason);
});
document.addEventListener('keydown', (event) => {
  const busy = writesText(event.target) || document.querySelector('dialog[open]');
  const change = busy ? null : undoKey(event);
  if (change && !part('page-board').hidden) {
    app.history[change]();
    event.preventDefault();
  }
  if (change && !part('page-editor').hidden) {
    editor.loaded?.steps[change]();
    event.preventDefault();
  }
  if (busy || event.ctrlKey || event.metaKey || event.altKey || part('page-board').hidden) return;
  const { record } = table;
  if (event.key === 'ArrowLeft') step(app, -1);
  else if (event.key === 'ArrowRight') step(app, 1);
  else if (event.key === 'Home') table.goTo(record.root);
  else if (event.key === 'End') table.goTo(lastOf(record.cursor));
  else if (event.key === 'f') table.flip();
  else if (event.key === 'h') hint.ask();
  else return;
  event.preventDefault();
});
acceptDrops(app);
applySettings();
if (engines.lacksToken) askToken();
watchSaving(app);
await openLink(openOwn);
await places.begin();
connection.begin();
document.documentElement.classList.add('ready');
if (engines.hasOwn) import('./ui/versions.js').then(({ keepPage }) => keepPage(engines, part('own-engine'))).catch(refuse);
