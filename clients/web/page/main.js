// Assembles the page.
import { named, setLanguage, t } from './lang/text.js';
import { button, field, formWith, h, loadStyle, setText } from './ui/dom.js';
import { clearNotes, openDialog, placeNotes, announce, refuse, setUpMessages, showNote } from './ui/dialogs.js';
import { Engines, saveToken } from './protocol/engines.js';
import { Analyst } from './analysis/analyst.js';
import { setAnimation } from './board/drawing.js';
import { setLook } from './board/pieces.js';
import { positionIn, readLink, watchPlaces } from './ui/navigation.js';
import { deleteGames, lockGame, storeGame, loadGame } from './storage/games.js';
import { addMove, lastOf, newTree } from './game/tree.js';
import { Hint, Opponent } from './play/engine_moves.js';
import { UndoHistory, undoKey, hasOwnUndo } from './play/undo.js';
import { defaultPlayers } from './play/players.js';
import { isWorthStoring, newRecord, packRecord, unpackRecord } from './play/game_record.js';
import { CurrentGame } from './play/current_game.js';
import { Referee, Unreachable } from './protocol/referee.js';
import { Refusal } from './protocol/session.js';
import { AnalysisPanel } from './ui/analysis_panel.js';
import { BoardPanel } from './ui/board_panel.js';
import { Editor } from './ui/editor.js';
import { Explorer } from './ui/explorer.js';
import { showEndCard, showStatusPanel } from './ui/status_panel.js';
import { acceptDrops, openImportExport, showUnsavedGames } from './ui/game_files.js';
import { openGames } from './ui/games_list.js';
import { matchPage } from './ui/match_page.js';
import { showMoveList, step } from './ui/move_list.js';
import { cacheEngine, startServiceWorker, showPageEngine } from './ui/page_engine.js';
import { showPlayerBars } from './ui/player_bar.js';
import { showRules } from './ui/rules_dialog.js';
import { loadSettings, openSettings } from './ui/settings.js';
import { playSounds } from './ui/sound.js';
import { StartPage } from './ui/start_page.js';
import { endingText, sideTitle } from './ui/descriptions.js';
import { local, session } from './storage/values.js';

/** @import { GameRecord } from './play/game_record.js' */
/** @import { PageName } from './ui/navigation.js' */
/** @import { Position } from './protocol/referee.js' */

/**
 * @typedef {object} App
 * @property {CurrentGame} currentGame
 * @property {Engines} engines
 * @property {Referee} referee
 * @property {Opponent} opponent
 * @property {Hint} hint
 * @property {UndoHistory} undoHistory of the game on the board
 * @property {Analyst} analyst
 * @property {import('./ui/settings.js').Settings} settings
 * @property {(record: GameRecord) => Promise<boolean>} open false if the engine refuses the game, another tab has it, or another one was opened meanwhile
 * @property {() => Promise<void>} review reviews the game on the board, which must not be in progress
 * @property {(page: PageName) => void} show
 * @property {(game: string) => Promise<void>} rules shows them
 */

/** Shows short words in the menu if it would take two lines. */
function fitMenu() {
  const menu = byId('menu');
  menu.classList.remove('compact');
  menu.classList.toggle('compact', menu.scrollWidth > menu.clientWidth);
}

/** Milliseconds until requests to an engine without connection are refused. */
const refusalDelay = 2000;

/** @param {Engines} engines @param {Referee} referee @param {CurrentGame} currentGame @param {HTMLElement} container of the mark */
function watchConnection(engines, referee, currentGame, container) {
  let connected = true;
  let usedFallback = false;
  let isGameShown = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const update = () => {
    const { areConnected, isRefereeConnected, usesFallback, usesPageEngine } = engines;
    if (isRefereeConnected) {
      clearTimeout(timer);
      timer = undefined;
      referee.isReachable = true;
    } else if (isGameShown) timer ??= setTimeout(() => (referee.isReachable = false), refusalDelay);
    // ui/page_engine.js reports the state of an engine in the page.
    const text = !areConnected && !usesPageEngine ? `${t('app.lost')} ${t('app.possible')}` : areConnected && usesFallback ? t('engine.standsIn') : '';
    setText(container, text);
    container.classList.toggle('stands-in', usesFallback);
    document.documentElement.classList.toggle('offline', text !== '');
    if (areConnected === connected && usesFallback === usedFallback) return;
    if (areConnected && !usesFallback && (!connected || usedFallback)) showNote(t('app.back'));
    connected = areConnected;
    usedFallback = usesFallback;
    currentGame.notifyChange();
  };
  return {
    update,
    /** Called when the first game is shown. */
    begin() {
      isGameShown = true;
      update();
    },
  };
}

function askToken() {
  const input = h('input', { type: 'password', id: 'token', autocomplete: 'off', required: true });
  const enter = () => {
    saveToken(input.value.trim());
    location.reload();
  };
  openDialog(t('token.title'), () => [h('p', {}, t('token.why')), formWith('new-game', enter, field(t('token.field'), input),
    h('div', { class: 'buttons' }, h('button', { type: 'submit', class: 'button primary' }, t('token.enter'))))]);
}

/** Keys of the game of this tab, and of the game shown last in any tab. */
const tabKey = 'crown.tab';
const lastKey = 'crown.last';

/** @param {string} id */
const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const settings = loadSettings();
await setLanguage(settings.language);
setUpMessages(byId('live'), byId('notes'));

let updatePageEngine = () => {};
const engines = new Engines({
  state: () => {
    connection.update();
    updatePageEngine();
  },
  notice: refuse,
  threadsLost: () => refuse(t('engine.threadsLost')),
});
engines.cores = settings.cores;
await engines.load().catch(() => {});
const referee = new Referee(engines.session(0, 'referee'), engines.cannedAnswers);
const currentGame = new CurrentGame(referee);
const connection = watchConnection(engines, referee, currentGame, byId('connection'));

const hint = new Hint(currentGame, engines, () => showHint(), refuse);
/** @type {App} */
const app = /** @type {any} */ ({ currentGame, engines, referee, settings, hint, undoHistory: new UndoHistory(currentGame), open: openOnBoard, show, rules });

const board = new BoardPanel(app, byId('board'));
app.opponent = new Opponent(currentGame, engines, showPlayerBars(app, byId('player-top'), byId('player-bottom')), refuse);
app.analyst = new Analyst(engines, () => analysis.found(), refuse);
// Before the panel, so that it gets the focus first.
const endCard = showEndCard(app);
showStatusPanel(app, byId('status'), board, endCard);
showMoveList(app, byId('moves'));
/** @type {Promise<Explorer> | undefined} */
let explorer;
let explores = false;
const analysis = new AnalysisPanel(app, byId('analysis'), byId('bar'), board, (on) => {
  explores = on;
  if (on) explorer ??= loadStyle('style/explorer.css').then(() => new Explorer(app, byId('explorer'), board));
  explorer?.then((shown) => shown.show(explores));
});
app.review = () => analysis.review.start();

const editor = new Editor(app, byId('editor-board'), byId('editor-panel'));
const match = matchPage(app, byId('match'));
if (engines.hasPageEngine) loadStyle('style/page_engine.css').then(() => (updatePageEngine = showPageEngine(engines, byId('engine-messages'))));
const start = new StartPage(app, byId('page-start'));
new ResizeObserver(fitMenu).observe(byId('menu'));
playSounds(currentGame, settings);

function showHint() {
  board.mark();
  const { shown } = hint;
  if (shown) announce(shown.isWhole ? t('play.hintMove', { move: shown.route.move }) : t('play.hintPiece', { square: shown.route.path[0] ?? shown.route.move }));
}

/** @param {GameRecord} record */
async function open(record) {
  try {
    if (!(await lockGame(record.id))) {
      refuse(t('app.taken'));
      return false;
    }
    const before = currentGame.record;
    if (!(await currentGame.open(record))) return false;
    if (before.id !== record.id && !isWorthStoring(packRecord(before))) deleteGames([before.id]);
    clearNotes();
    return true;
  } catch (error) {
    refuse(error);
    // The refused game has taken the lock of the one on the board.
    lockGame(currentGame.record.id);
    return false;
  }
}

/** @param {GameRecord} record */
async function openOnBoard(record) {
  const done = await open(record);
  if (done && page === 'start') show('board');
  return done;
}

/** The shown page. @type {PageName} */
let page = byId('page-start').hidden ? 'board' : 'start';

/** @param {PageName} wanted */
function show(wanted) {
  page = wanted;
  for (const each of ['start', 'board', 'editor', 'match']) byId(`page-${each}`).hidden = each !== page;
  placeNotes();
  scrollTo(0, 0);
  showTitle();
  if (page === 'start') start.open().catch(refuse);
  if (page === 'editor') editor.open();
  if (page === 'match') match.start();
  else match.stop();
  showCurrent();
  places.changed();
}

const places = watchPlaces({
  currentGame, show,
  page: () => page,
  openGame: async (id) => {
    const packed = await loadGame(id);
    if (packed) await open(unpackRecord(packed));
  },
  openDialog: async (name) => {
    const [kind, game] = name.split(' ');
    await dialogs[kind]?.(game);
  },
});

/** By their names in the history. @type {Record<string, (game: string) => unknown>} */
const dialogs = {
  rules, new: (game) => start.choose(game), games: () => openGames(app), exchange: () => openImportExport(app),
  settings: () => openSettings(settings, engines, applySettings),
};

function showCurrent() {
  for (const each of document.querySelectorAll('[data-page]')) each.ariaCurrent = each.getAttribute('data-page') === page ? 'page' : null;
}

/** @param {string} game */
function rules(game) {
  return showRules(app, game).catch(refuse);
}

const initialLanguage = settings.language;

function applySettings() {
  if (settings.language !== initialLanguage) return location.reload();
  setAnimation(settings.animation);
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.dataset.board = settings.board;
  setLook(settings);
  editor.redraw();
  showFrame();
  if (engines.cores !== settings.cores) {
    engines.cores = settings.cores;
    engines.applyCores();
    cacheEngine(engines).catch(refuse);
  }
  currentGame.notifyChange();
}

function showFrame() {
  byId('skip').textContent = t('app.skip');
  byId('board').setAttribute('aria-label', t('board.name'));
  byId('editor-board').setAttribute('aria-label', t('board.name'));
  /** @param {string} name @param {Parameters<typeof button>[2]} look @param {PageName} [target] else it opens a dialog */
  const item = (name, look, target) => {
    const element = button(t(`app.${name}`), () => (target ? show(target) : dialogs[name](currentGame.record.game)), look);
    element.title = t(`app.${name}`);
    element.append(h('span', { class: 'brief', 'aria-hidden': 'true' }, t(`brief.${name}`)));
    if (target) element.dataset.page = target;
    return element;
  };
  byId('menu').replaceChildren(
    item('board', { icon: 'board', id: 'open-board' }, 'board'),
    item('play', { icon: 'plus', id: 'open-new' }, 'start'),
    item('rules', { icon: 'book', id: 'open-rules' }),
    item('games', { icon: 'folder', id: 'open-games' }),
    item('exchange', { icon: 'share', id: 'open-exchange' }),
    item('editor', { icon: 'edit', id: 'open-editor' }, 'editor'),
    ...(engines.hasDaemon ? [item('match', { icon: 'chart', id: 'open-match' }, 'match')] : []),
    item('settings', { icon: 'gear', kind: 'icon-only' }),
  );
  fitMenu();
  showCurrent();
}

/** @param {Position} position */
function recordOf({ game, start, moves }) {
  const root = newTree();
  let node = root;
  for (const move of moves) node = addMove(node, move);
  return newRecord(game, start, { root, cursor: node, head: lastOf(root) });
}

/** Id of the game on the board of a first-time visitor. */
let defaultGameId = '';

/** Reads a link without the name of a game; null if it cannot be read. Throws Refusal. @param {string} hash @returns {Promise<Position | null>} */
async function readPosition(hash) {
  const [reader, all] = await Promise.all([import('./game/read.js').catch(() => null), referee.games()]);
  const games = all.map(({ name }) => name);
  const read = await reader?.readText(positionIn(hash, games), { current: currentGame.record.game || games[0], referee, choose: async () => null });
  return read ? { game: read[0].game, start: read[0].start, moves: [] } : null;
}

/**
 * Opens the game of the link; calls `otherwise` if there is no link or it is invalid. Then removes the link from the address.
 * @param {() => Promise<void>} [otherwise]
 */
async function openLink(otherwise) {
  const { hash } = location;
  if (hash.length < 2 || document.getElementById(hash.slice(1))) return otherwise?.();
  history.replaceState(null, '', location.pathname);
  try {
    const linked = readLink(hash) ?? (await readPosition(hash));
    if (linked) await referee.view(linked);
    if (linked && (await open(recordOf(linked)))) {
      if (page !== 'board') show('board');
      return;
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
  await otherwise?.();
  refuse(t('app.badLink'));
}

/** Milliseconds that a reloaded page waits for the lock of the old page. */
const reloadLockTimeout = 3000;

/** Opens the game of this tab, else the last one unless another tab has it. */
async function openLastGame() {
  const own = session.get(tabKey);
  const last = local.get(lastKey);
  let elsewhere = false;
  for (const id of new Set([own, last])) {
    const packed = id ? await loadGame(id) : null;
    if (!id || !packed) continue;
    if (!(await lockGame(id, id === own ? reloadLockTimeout : 0))) elsewhere = true;
    else if (await open(unpackRecord(packed))) return;
  }
  show('start');
  const [{ name }] = await referee.games();
  const view = await referee.view({ game: name, start: 'startpos', moves: [] });
  const first = newRecord(name, 'startpos', { players: defaultPlayers(view), playing: true });
  defaultGameId = first.id;
  await open(first);
  if (elsewhere) showNote(t('app.elsewhere'));
}

/** The game as stored last, in JSON. */
let saved = '';

/** Stores the game with the current clocks. @param {boolean} [isLeaving] whether the page is being closed */
async function save(isLeaving = false) {
  const { record, clock } = currentGame;
  if (!record.game || (record.id === defaultGameId && !record.root.children.length)) return;
  const left = clock ? Object.fromEntries(Object.keys(record.left).map((side) => [side, clock.left(side)])) : {};
  session.set(tabKey, record.id);
  local.set(lastKey, record.id);
  lockGame(record.id);
  const packed = packRecord({ ...record, left, winner: currentGame.ending ? currentGame.ending.winner : null });
  const text = JSON.stringify({ ...packed, stamp: '' });
  if (text === saved) return;
  saved = text;
  const { id, stamp } = await storeGame(packed, isLeaving);
  // The same stamp: storing failed.
  if (stamp === record.stamp) saved = '';
  record.stamp = stamp;
  if (id === record.id) return;
  record.id = id;
  showNote(t('saving.forked'));
  await save();
}

function showTitle() {
  const { view } = currentGame;
  const title = { start: '', board: view ? named('game', view.facts.get('title') ?? view.game) : '', editor: t('app.editor'), match: t('app.match') }[page];
  document.title = title ? `${title} – crown` : 'crown';
}

currentGame.onUpdate(() => save());
currentGame.addEventListener('position', showTitle);
addEventListener('pagehide', () => save(true));
currentGame.onMoved((node) => {
  const { view, ending, record } = currentGame;
  if (!view) return;
  const parts = [t('play.said', { side: sideTitle(view, node.side), move: node.move })];
  if (view.status.check) parts.push(t('status.check'));
  if (ending) parts.push(endingText(view, ending, record));
  announce(parts.join('. '));
});
addEventListener('hashchange', () => openLink());
addEventListener('unhandledrejection', (event) => {
  if (!(event.reason instanceof Unreachable)) return;
  event.preventDefault();
  board.refuse(event.reason);
});
document.addEventListener('keydown', (event) => {
  const busy = hasOwnUndo(event.target) || document.querySelector('dialog[open]');
  const change = busy ? null : undoKey(event);
  const undone = page === 'board' ? app.undoHistory : page === 'editor' ? editor.steps : null;
  if (change && undone) {
    undone[change]();
    event.preventDefault();
  }
  if (busy || event.ctrlKey || event.metaKey || event.altKey || page !== 'board') return;
  const { record } = currentGame;
  if (event.key === 'ArrowLeft') step(app, -1);
  else if (event.key === 'ArrowRight') step(app, 1);
  else if (event.key === 'Home') currentGame.goTo(record.root);
  else if (event.key === 'End') currentGame.goTo(lastOf(record.cursor));
  else if (event.key === 'f') currentGame.flip();
  else if (event.key === 'h') hint.ask();
  else return;
  event.preventDefault();
});
acceptDrops(app);
applySettings();
if (engines.lacksToken) askToken();
showUnsavedGames(app);
await openLink(openLastGame);
await places.begin();
connection.begin();
document.documentElement.classList.add('ready');
if (engines.hasPageEngine) startServiceWorker(engines, byId('engine-messages')).catch(refuse);
