// The dialog that sets up a game: game, start position, players, clocks.
import { arrangedBoard, example, smallestBoard, specifiedEngine, start as chessStart } from '../games/specifications.js';
import { chosenPlayers, fullStrength, saveChoice, offeredLevels, defaultEngine } from '../play/players.js';
import { newRecord } from '../play/game_record.js';
import { refusalText } from '../lang/errors.js';
import { named, t } from '../lang/text.js';
import { local } from '../storage/values.js';
import { field, formWith, h, select } from './dom.js';
import { endingIn } from '../protocol/parse.js';
import { openDialog, refuse } from './dialogs.js';
import { sidePiece } from '../board/pieces.js';
import { endingText, sideTitle } from './descriptions.js';

/** @typedef {import('../main.js').App} App */
/** @typedef {import('../play/players.js').Player} Player */
/** @typedef {import('../protocol/parse.js').View} View */

const key = 'crown.new-game';
const minute = 60000;
/** A day, and ten minutes a move. */
const maxClock = { minutes: 1440, increment: 600 };
const limits = {
  movetime: { initial: 1000, max: 3600000 },
  depth: { initial: 8, max: 100 },
  nodes: { initial: 100000, max: 1e9 },
};

/** @typedef {{ game: string, start: string, size: number, text: string, players: Record<string, Record<string, Player>>, minutes: number, increment: number }} Choice players: by game and side; minutes 0: no clock */

/** @returns {Choice} */
function lastChoice() {
  const initial = { game: '', start: 'startpos', size: 8, text: '', players: {}, minutes: 0, increment: 0 };
  const choice = { ...initial, ...local.object(key) };
  for (const name of /** @type {const} */ (['minutes', 'increment'])) choice[name] = Math.min(choice[name], maxClock[name]);
  return choice;
}

/** The person and the engine of such a game; nulls for other players. @param {View} view @param {Record<string, Player>} players @returns {[import('../play/players.js').Human, import('../play/players.js').EnginePlayer] | [null, null]} */
function personAndEngine({ sides }, players) {
  const all = sides.map(({ name }) => players[name]);
  const [person] = all.filter((each) => each?.kind === 'human');
  const [enginePlayer] = all.filter((each) => each?.kind === 'engine');
  return person && enginePlayer ? [person, enginePlayer] : [null, null];
}

/** @param {App} app @param {string} game the initial choice */
export async function openNewGame(app, game) {
  const games = await app.referee.games();
  const choice = lastChoice();
  if (choice.game !== game) Object.assign(choice, { game, start: 'startpos' });
  let view = await app.referee.view({ game: choice.game, start: 'startpos', moves: [] });
  const form = formWith('new-game', () => begin(true).catch(refuse));
  const problem = h('p', { class: 'problem', role: 'alert' });

  /** The last players; for a person against an engine, colour and level are those of the start page. */
  const choosePlayers = () => {
    const last = choice.players[choice.game];
    const [person, enginePlayer] = personAndEngine(view, last ?? {});
    choice.players[choice.game] = last && !person ? last : chosenPlayers(view, enginePlayer ?? undefined);
  };
  const draw = () => {
    form.replaceChildren(
      field(t('new.game'), gameChoice()), field(t('new.start'), startChoice()), ...startDetail(),
      ...view.sides.map(({ name }) => playerChoice(app, view, choice, name, draw)),
      ...clockChoice(choice), problem,
      h('div', { class: 'buttons' },
        h('button', { type: 'submit', class: 'button primary', id: 'begin' }, t('new.begin')),
        h('button', { type: 'button', class: 'button', id: 'begin-analysis', onclick: () => begin(false) }, t('new.analyse'))),
    );
  };
  const gameChoice = () => select(games.map(({ name, title }) => [name, named('game', title)]), choice.game, async (name) => {
    form.inert = true; // until the engine has described the game: the sides and starts are those of the one before
    try {
      view = await app.referee.view({ game: name, start: 'startpos', moves: [] });
      Object.assign(choice, { game: name, start: 'startpos' });
      choosePlayers();
    } finally {
      form.inert = false;
      draw();
    }
  }, 'new-game');
  const startChoice = () => {
    const offered = { startpos: true, example: choice.game === example.game, size: view.facts.has('sizes'), current: app.currentGame.record.game === choice.game, text: true };
    const starts = Object.entries(offered).filter(([, isOffered]) => isOffered).map(([start]) => start);
    if (!starts.includes(choice.start)) choice.start = 'startpos';
    return select(starts.map((start) => [start, t(`new.${start}`)]), choice.start, (value) => {
      choice.start = value;
      draw();
    }, 'new-start');
  };
  const startDetail = () => {
    if (choice.start === 'size') {
      const last = view.facts.get('sizes')?.split(' ')[1];
      return [field(t('new.sizeOf'), numberInput('new-size', { min: smallestBoard, max: last, value: choice.size, required: true }, (size) => (choice.size = size)))];
    }
    if (choice.start !== 'text') return [];
    return [field(t('new.position'), h('textarea', { rows: 2, id: 'new-text', required: true, oninput: ({ target }) => (choice.text = target.value) }, choice.text))];
  };
  const startText = () => {
    if (choice.start === 'size') return arrangedBoard(choice.size);
    if (choice.start === 'text') return choice.text.trim().replace(/\s+/g, ' ');
    if (choice.start === 'current') return app.currentGame.view?.fen ?? 'startpos';
    return choice.start === 'startpos' && choice.game === chessStart.game ? chessStart.start : 'startpos';
  };
  /** @param {boolean} playing */
  const begin = async (playing) => {
    local.set(key, JSON.stringify(choice));
    const [, enginePlayer] = personAndEngine(view, choice.players[choice.game]);
    if (playing && enginePlayer && !enginePlayer.minimax) saveChoice({ level: enginePlayer.level });
    const players = structuredClone(choice.players[choice.game]);
    const control = playing && choice.minutes > 0 ? { base: choice.minutes * minute, increment: choice.increment * 1000 } : null;
    const left = control ? Object.fromEntries(view.sides.map(({ name }) => [name, control.base])) : {};
    const onlyTop = view.sides.every(({ name, end }) => (players[name].kind === 'engine') === (end === 'bottom'));
    const record = newRecord(choice.game, startText(), { players: playing ? players : {}, control, left, playing, flipped: playing && onlyTop });
    problem.textContent = playing ? await cannotPlayText(app, record.game, record.start) : '';
    if (!problem.textContent && (await app.open(record))) dialog.close();
  };
  choosePlayers();
  draw();
  const dialog = openDialog(t('new.title'), () => [form], `new ${game}`);
}

/** Why no game can be played from a position; '' if one can. @param {App} app @param {string} game @param {string} start */
export async function cannotPlayText({ referee }, game, start) {
  try {
    const view = await referee.view({ game, start, moves: [] });
    const ending = endingIn(view.status);
    return ending ? t('new.over', { ending: endingText(view, ending, newRecord(game, start)) }) : '';
  } catch (error) {
    return refusalText(error);
  }
}

/** @param {App} app @param {View} view @param {Choice} choice @param {string} side @param {() => void} draw */
function playerChoice(app, view, choice, side, draw) {
  const players = choice.players[choice.game];
  const player = players[side];
  const engines = app.engines.list;
  /** @type {[string, string][]} */
  const kinds = [['human', t('new.human')], ...engines.map(({ name }, i) => /** @type {[string, string]} */ ([`engine ${i}`, name]))];
  if (choice.game === specifiedEngine.game) kinds.push(['machine', t('new.machine')]);
  const chosen = player.kind === 'human' ? 'human' : player.minimax ? 'machine' : `engine ${player.engine}`;
  const who = select(kinds, chosen, (value) => {
    if (value === 'human') players[side] = { kind: 'human' };
    else if (value === 'machine') players[side] = { ...defaultEngine, level: fullStrength, minimax: specifiedEngine.plies };
    else players[side] = { ...(player.kind === 'engine' ? player : defaultEngine), engine: Number(value.split(' ')[1]), minimax: 0 };
    draw();
  }, `player-${side}`);
  const name = sideTitle(view, side);
  const title = h('span', { class: 'side-name' }, sidePiece(view, side),
    t('new.player', { side: side === view.sides[0].name ? t('new.first', { side: name }) : name }));
  const details = player.kind === 'engine' && !player.minimax ? [h('div', { class: 'details' }, ...engineChoice(player, side))] : [];
  return h('fieldset', {}, h('legend', { class: 'sr-only' }, title.textContent), field(title, who), ...details);
}

/** @param {import('../play/players.js').EnginePlayer} enginePlayer @param {string} side */
function engineChoice(enginePlayer, side) {
  /** @type {[string, string][]} */
  const steps = offeredLevels.map((each) => [String(each), each === fullStrength ? t('new.full') : String(each)]);
  const level = select(steps, String(enginePlayer.level), (chosen) => (enginePlayer.level = Number(chosen)), `level-${side}`);
  const value = numberInput(`value-${side}`, { min: 1, max: limits[enginePlayer.limit.kind].max, value: enginePlayer.limit.value, required: true },
    (number) => (enginePlayer.limit.value = Math.max(1, Math.round(number))));
  const limit = select([['movetime', t('new.movetime')], ['depth', t('new.depth')], ['nodes', t('new.nodes')]], enginePlayer.limit.kind, (kind) => {
    enginePlayer.limit.kind = /** @type {import('../play/players.js').Limit['kind']} */ (kind);
    const { initial, max } = limits[enginePlayer.limit.kind];
    enginePlayer.limit.value = initial;
    Object.assign(value, { max: String(max), value: String(initial) });
  }, `limit-${side}`);
  return [field(t('new.level'), level), field(t('new.limit'), limit), field(t('new.value'), value)];
}

/** @param {Choice} choice */
function clockChoice(choice) {
  /** @param {'minutes' | 'increment'} name */
  const input = (name) => numberInput(name, { min: 0, max: maxClock[name], step: 'any', value: choice[name] }, (value) => (choice[name] = value));
  return [h('div', { class: 'details' }, field(`${t('new.clock')}: ${t('new.minutes')}`, input('minutes')), field(t('new.increment'), input('increment')))];
}

/** @param {string} id @param {Record<string, any>} attributes @param {(value: number) => void} change */
const numberInput = (id, attributes, change) => h('input', { type: 'number', id, ...attributes, oninput: ({ target }) => change(Number(target.value)) });
