// A running crown-match, from its files: the boards that are being played, the standing, and the latest games.
import { endingOf, newMatch, readLive, readOn } from '../game/match.js';
import { addMove, makeMain, newTree } from '../game/tree.js';
import { named, t } from '../lang/text.js';
import { newRecord } from '../play/record.js';
import { field, h, put, select } from './dom.js';
import { LiveBoards } from './live_boards.js';
import { gamesTable, standingTable } from './match_tables.js';
import { say } from './messages.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('../game/tree.js').Node} Node */
/** @typedef {import('../game/match.js').Live} Live */
/** @typedef {import('../game/match.js').LiveGame} LiveGame */
/** @typedef {import('../game/match.js').MatchGame} MatchGame */

/** Milliseconds between two looks, while games are being played and else. */
const pauses = { live: 500, quiet: 2000 };
/** Shortest time between two readings of all games. */
const gamesPause = 2000;
/** crown-match writes each second; after this it is gone. */
const longestSilence = 10000;

/** @param {App} app @param {HTMLElement} place */
export function matchPage(app, place) {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let clocks;
  /** Counts starts and stops: what was begun before the last one does not go on. */
  let run = 0;
  let match = newMatch();
  /** @type {Live | null} */
  let live = null;
  let liveText = '';
  let counted = '';
  let gamesReadAt = -Infinity;
  let changedAt = performance.now();
  /** How far this machine's clock is ahead of that of the match, at most. */
  let ahead = Infinity;
  let kind = '';
  /** Of that game. @type {import('../protocol/view.js').View | null} */
  let view = null;
  /** Whether the end is still to be told. */
  let goesOn = false;

  const state = h('p', { class: 'state' });
  const note = h('p', { class: 'match-note', hidden: true });
  const standing = standingTable();
  const games = gamesTable((game) => open(game));
  const boards = new LiveBoards(app, (game) => open(game));
  const choice = h('div', {});
  const recent = h('h2', {}, t('match.recent'));
  const results = h('div', { class: 'match-results', hidden: true }, h('h2', {}, t('match.results')), state, standing.element, choice, recent, games.element);
  const heading = h('h1', { class: 'game-title', tabindex: -1 }, t('match.title'));
  place.replaceChildren(heading, note,
    h('div', { class: 'match-columns' }, boards.element, results));

  /** The text of a file; '' if there is none, null if crown-web does not answer. @param {string} path @param {RequestCache} cache */
  const get = async (path, cache) => {
    const answer = await fetch(path, { cache }).catch(() => null);
    return answer ? (answer.ok ? answer.text() : '') : null;
  };
  const look = async () => {
    const text = await get('match-live.json', 'no-store');
    if (text === null) return;
    live = readLive(text);
    const now = performance.now();
    if (text !== liveText) changedAt = now;
    liveText = text;
    if (live) {
      ahead = Math.min(ahead, Date.now() - live['written-ms']);
      goesOn = true;
    }
    const count = JSON.stringify([live?.games, live?.pairings]);
    if ((count !== counted || !live) && now - gamesReadAt >= gamesPause) {
      const all = await get('match.json', 'no-cache');
      if (all === null) return;
      match = readOn(match, all);
      counted = count;
      gamesReadAt = now;
    }
    if (goesOn && !live && match.summary) {
      say(t('match.over'));
      goesOn = false;
    }
    await findKind();
    if (kind !== view?.game) view = kind ? await app.referee.look({ game: kind, start: 'startpos', moves: [] }).catch(() => null) : null;
    draw();
  };
  const draw = () => {
    const silent = live !== null && performance.now() - changedAt > longestSilence;
    const played = live?.games ?? match.summary?.games ?? match.games.size;
    const all = (live ?? match.summary)?.scheduled;
    const isEmpty = !live && match.games.size === 0 && !match.summary;
    put(state, all ? t('match.games', { done: played, all }) : t('match.gamesDone', { done: played }));
    put(note, !app.engines.showsMatch ? t('match.none') : silent ? t('match.silent') : isEmpty ? t('match.waiting')
      : !live ? (match.summary ? t('match.over') : '') : live.playing.length || played ? '' : t('match.begins'));
    note.hidden = note.textContent === '';
    results.hidden = isEmpty;
    recent.hidden = match.games.size === 0;
    standing.update(match, live);
    games.update(match, view);
    boards.update(kind, live?.playing ?? [], match.games, { over: !live, silent });
    place.classList.toggle('has-boards', boards.shown);
  };
  /** What is played: the match says it, or the engine that takes the moves. */
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
    put(heading, title ? t('match.titleOf', { game: named('game', title) }) : t('match.title'));
  };
  /** Adds the moves that are not known yet; the last of all. @param {Node} from @param {LiveGame | MatchGame} game @param {string[]} sides @param {number} known */
  const grow = (from, game, sides, known) => {
    let node = from;
    for (const [i, each] of [...game.moves.entries()].slice(known)) {
      const { move, cp, mate, depth, pv } = typeof each === 'string' ? { move: each } : each;
      if (cp !== undefined || mate !== undefined) node.evaluation = { cp, mate, depth, pv, best: pv?.[0] };
      node = addMove(node, move);
      node.side = sides[(game['to-move'] + i) % 2];
    }
    return node;
  };
  /** While the game is on the board and goes on, its moves are added; who looks at the last one goes with them. @param {import('../play/record.js').GameRecord} record @param {LiveGame} opened @param {string[]} sides */
  const follow = async (record, opened, sides) => {
    const { table } = app;
    let last = record.head;
    let known = opened.moves.length;
    for (let isOver = false; table.record === record && !isOver;) {
      await new Promise((resolve) => setTimeout(resolve, pauses.live));
      const text = await get('match-live.json', 'no-store');
      if (text === null || table.record !== record) continue;
      const playing = readLive(text)?.playing.find(({ index }) => index === opened.index);
      isOver = !playing;
      const game = playing ?? readOn(newMatch(), (await get('match.json', 'no-cache')) ?? '').games.get(opened.index);
      if (!game || table.record !== record) continue;
      if ('result' in game) record.ending = endingOf(game, sides);
      else if (game.moves.length <= known) continue;
      const isWatched = record.cursor === last;
      last = grow(last, game, sides, known);
      known = game.moves.length;
      makeMain(last);
      record.head = last;
      app.history.accept();
      if (isWatched) await table.goTo(last);
      else table.touch();
    }
  };
  /** @param {LiveGame | MatchGame} game */
  const open = async (game) => {
    const root = newTree();
    const { sides: order } = await app.referee.look({ game: kind, start: game.start, moves: [] });
    const sides = order.map(({ name }) => name);
    const last = grow(root, game, sides, 0);
    const names = { [sides[0]]: game.first, [sides[1]]: game.second };
    const isOver = 'result' in game;
    const record = newRecord(kind, game.start, { root, cursor: isOver ? root : last, head: last, names, ending: isOver ? endingOf(game, sides) : null });
    if (!(await app.open(record))) return;
    app.show('board');
    document.getElementById('board')?.focus({ preventScroll: true });
    if (!('result' in game)) follow(record, game, sides);
  };
  /** @param {number} mine */
  const lookOn = async (mine) => {
    if (mine !== run) return;
    try {
      if (!document.hidden) await look();
    } finally {
      setTimeout(lookOn, live ? pauses.live : pauses.quiet, mine);
    }
  };
  const stop = () => {
    run += 1;
    clearInterval(clocks);
  };
  return {
    start() {
      stop();
      if (!app.engines.showsMatch) return draw();
      clocks = setInterval(() => boards.tick(Date.now() - ahead), 100);
      lookOn(run);
    },
    stop,
  };
}

/** The game whose engine takes the moves. @param {App} app @param {MatchGame} sample @param {string[]} names */
async function gameOf(app, sample, names) {
  const moves = sample.moves.slice(0, 4).map(({ move }) => move);
  for (const game of names) {
    const place = { game, start: sample.start, moves: [] };
    const view = await app.referee.look(place).catch(() => null);
    if (view && (moves.length === 0 || (await app.referee.check(place, moves).catch(() => null)))) return game;
  }
  return '';
}
