// A running crown-match: games in progress, standing, latest games.
import { endingOf, gamesTable, newMatch, readLive, readMore, standingTable } from './match_results.js';
import { addMove, makeMain, newTree } from '../game/tree.js';
import { named, t } from '../lang/text.js';
import { newRecord } from '../play/game_record.js';
import { field, h, setText, select } from './dom.js';
import { LiveBoards } from './live_boards.js';
import { announce, refuse } from './dialogs.js';
import { fetchText } from '../protocol/config.js';

/** @typedef {import('../main.js').App} App */
/** @typedef {import('../game/tree.js').Node} Node */
/** @import { Live, LiveGame, MatchGame } from './match_results.js' */

/** Milliseconds between polls, with and without games in progress. */
const pauses = { live: 500, quiet: 2000 };
/** Minimal milliseconds between requests of all games. */
const gamesPause = 2000;
/** Polls for a game that has ended, until its result is found. */
const missingTries = 20;
/** Milliseconds without news from crown-match, which writes each second, until it counts as ended. */
const maxSilence = 10000;

/** @param {App} app @param {HTMLElement} container */
export function matchPage(app, container) {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let clocks;
  /** Changes with each start and stop, to end earlier polls. */
  let pollId = 0;
  let match = newMatch();
  /** @type {Live | null} */
  let live = null;
  let liveText = '';
  let counted = '';
  let gamesReadAt = -Infinity;
  let changedAt = performance.now();
  /** Upper bound of the difference to the match's clock. */
  let clockOffset = Infinity;
  let kind = '';
  /** @type {import('../protocol/parse.js').View | null} */
  let view = null;
  /** Whether the end must still be announced. */
  let isRunning = false;

  const state = h('p', { class: 'state' });
  const note = h('p', { class: 'match-note', hidden: true });
  const standing = standingTable();
  const games = gamesTable((game) => open(game));
  const boards = new LiveBoards(app, (game) => open(game));
  const choice = h('div', {});
  const recent = h('h2', {}, t('match.recent'));
  const results = h('div', { class: 'match-results', hidden: true }, h('h2', {}, t('match.results')), state, standing.element, choice, recent, games.element);
  const heading = h('h1', { class: 'game-title', tabindex: -1 }, t('match.title'));
  container.replaceChildren(heading, note,
    h('div', { class: 'match-columns' }, boards.element, results));

  const refresh = async () => {
    const text = await fetchText('match-live.json', 'no-store');
    if (text === null) return;
    live = readLive(text);
    const now = performance.now();
    if (text !== liveText) changedAt = now;
    liveText = text;
    if (live) {
      clockOffset = Math.min(clockOffset, Date.now() - live['written-ms']);
      isRunning = true;
    }
    const count = JSON.stringify([live?.games, live?.pairings]);
    if ((count !== counted || !live) && now - gamesReadAt >= gamesPause) {
      const all = await fetchText('match.json', 'no-cache');
      if (all === null) return;
      match = readMore(match, all);
      counted = count;
      gamesReadAt = now;
    }
    if (isRunning && !live && match.summary) {
      announce(t('match.over'));
      isRunning = false;
    }
    await findKind();
    if (kind !== view?.game) view = kind ? await app.referee.view({ game: kind, start: 'startpos', moves: [] }).catch(() => null) : null;
    draw();
  };
  const draw = () => {
    const silent = live !== null && performance.now() - changedAt > maxSilence;
    const played = live?.games ?? match.summary?.games ?? match.games.size;
    const all = (live ?? match.summary)?.scheduled;
    const isEmpty = !live && match.games.size === 0 && !match.summary;
    setText(state, all ? t('match.games', { done: played, all }) : t('match.gamesDone', { done: played }));
    setText(note, !app.engines.showsMatch ? t('match.none') : silent ? t('match.silent') : isEmpty ? t('match.waiting')
      : !live ? (match.summary ? t('match.over') : '') : live.playing.length || played ? '' : t('match.begins'));
    note.hidden = note.textContent === '';
    results.hidden = isEmpty;
    recent.hidden = match.games.size === 0;
    standing.update(match, live);
    games.update(match, view);
    boards.update(kind, live?.playing ?? [], match.games, { over: !live, silent });
    container.classList.toggle('has-boards', boards.shown);
  };
  /** Determines the game: from the match, or by its moves. */
  const findKind = async () => {
    kind = live?.game ?? match.summary?.game ?? kind;
    const sample = match.games.values().next().value;
    if (!kind && !sample) return;
    const all = await app.referee.games().catch(() => null);
    if (!all) return;
    if (!kind && sample && !choice.children.length) kind = await gameOf(app, sample, all.map(({ name }) => name));
    /** @type {[string, string][]} */
    const choices = [['', '—'], ...all.map(({ name, title }) => /** @type {[string, string]} */ ([name, named('game', title)]))];
    if (!kind && !choice.children.length) choice.append(field(t('match.unknownGame'), select(choices, '', (name) => (kind = name))));
    const title = all.find(({ name }) => name === kind)?.title;
    setText(heading, title ? t('match.titleOf', { game: named('game', title) }) : t('match.title'));
  };
  /** Adds new moves; returns the last node. @param {Node} from @param {LiveGame | MatchGame} game @param {string[]} sides @param {number} known */
  const addMoves = (from, game, sides, known) => {
    let node = from;
    for (const [i, each] of [...game.moves.entries()].slice(known)) {
      const { move, cp, mate, depth, pv } = typeof each === 'string' ? { move: each } : each;
      if (cp !== undefined || mate !== undefined) node.evaluation = { cp, mate, depth, pv, best: pv?.[0] };
      node = addMove(node, move);
      node.side = sides[(game['to-move'] + i) % 2];
    }
    return node;
  };
  /** Adds moves while the game is on the board, and follows them from its last position. @param {import('../play/game_record.js').GameRecord} record @param {LiveGame} opened @param {string[]} sides */
  const follow = async (record, opened, sides) => {
    const { currentGame } = app;
    let last = record.head;
    let known = opened.moves.length;
    for (let tries = missingTries; currentGame.record === record && tries > 0;) {
      await new Promise((resolve) => setTimeout(resolve, pauses.live));
      const text = await fetchText('match-live.json', 'no-store');
      if (text === null || currentGame.record !== record) continue;
      const playing = readLive(text)?.playing.find(({ index }) => index === opened.index);
      const game = playing ?? readMore(newMatch(), (await fetchText('match.json', 'no-cache')) ?? '').games.get(opened.index);
      tries = !game ? tries - 1 : playing ? missingTries : 0;
      if (!game || currentGame.record !== record) continue;
      if ('result' in game) record.ending = endingOf(game, sides);
      else if (game.moves.length <= known) continue;
      const isWatched = record.cursor === last;
      last = addMoves(last, game, sides, known);
      known = game.moves.length;
      makeMain(last);
      record.head = last;
      app.undoHistory.accept();
      if (isWatched) await currentGame.goTo(last);
      else currentGame.notifyChange();
    }
  };
  /** @param {LiveGame | MatchGame} game */
  const open = async (game) => {
    if (!kind) return refuse(t('match.unknownGame'));
    const root = newTree();
    const { sides: order } = await app.referee.view({ game: kind, start: game.start, moves: [] });
    const sides = order.map(({ name }) => name);
    const last = addMoves(root, game, sides, 0);
    const names = { [sides[0]]: game.first, [sides[1]]: game.second };
    const isOver = 'result' in game;
    const record = newRecord(kind, game.start, { root, cursor: isOver ? root : last, head: last, names, ending: isOver ? endingOf(game, sides) : null });
    if (!(await app.open(record))) return;
    app.show('board');
    document.getElementById('board')?.focus({ preventScroll: true });
    if (!('result' in game)) follow(record, game, sides);
  };
  /** @param {number} id */
  const poll = async (id) => {
    if (id !== pollId) return;
    try {
      if (!document.hidden) await refresh();
    } finally {
      setTimeout(poll, live ? pauses.live : pauses.quiet, id);
    }
  };
  const stop = () => {
    pollId += 1;
    clearInterval(clocks);
  };
  return {
    start() {
      stop();
      if (!app.engines.showsMatch) return draw();
      clocks = setInterval(() => boards.tick(Date.now() - clockOffset), 100);
      poll(pollId);
    },
    stop,
  };
}

/** The first game with legal moves. @param {App} app @param {MatchGame} sample @param {string[]} names */
async function gameOf(app, sample, names) {
  const moves = sample.moves.slice(0, 4).map(({ move }) => move);
  for (const game of names) {
    const position = { game, start: sample.start, moves: [] };
    const view = await app.referee.view(position).catch(() => null);
    if (view && (moves.length === 0 || (await app.referee.readMoves(position, moves).catch(() => null)))) return game;
  }
  return '';
}
