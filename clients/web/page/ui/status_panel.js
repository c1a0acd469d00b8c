// The status of the game, possible actions, and the field for typed moves.
import { isRude, stupid } from '../games/stupid.js';
import { named, t } from '../lang/text.js';
import { otherSide } from '../protocol/view.js';
import { lineTo } from '../game/tree.js';
import { newRecord } from '../play/record.js';
import { button, h } from './dom.js';
import { confirmed } from './dialog.js';
import { endingText, playerName, sideTitle } from './words.js';
import { tell } from './messages.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('../protocol/view.js').View} View */

/** An engine accepts a draw if its score is not above this, in hundredths of a man. */
const drawScore = 0;
/** Occurrences of a position for claiming a draw, and the number of quiet plies. */
const repetitions = 3;
const quietPlies = 100;

/** @param {App} app @param {HTMLElement} place @param {import('./board_panel.js').BoardPanel} board */
export function showStatus(app, place, board) {
  const { table } = app;
  const title = h('h1', { class: 'game-title' });
  const state = h('p', { class: 'state' });
  const more = h('p', { class: 'quiet' });
  const actions = h('div', { class: 'buttons' });
  const input = h('input', { type: 'text', id: 'move-field', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
  const label = h('label', { for: 'move-field', class: 'sr-only' }, t('play.move'));
  const enter = h('button', { type: 'submit', class: 'button' }, t('play.enter'));
  const form = h('form', { class: 'move-form' }, label, input, enter);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    enterMove(app, board, input);
  });
  place.replaceChildren(title, state, more, actions, form);

  const update = () => {
    const { view } = table;
    if (!view) return;
    title.textContent = named('game', view.facts.get('title') ?? view.game);
    state.textContent = stateText(app, view);
    const notes = notesOn(app, view);
    more.textContent = notes.join(' · ');
    more.hidden = notes.length === 0;
    actions.replaceChildren(...actionsFor(app, view, board));
    input.disabled = enter.disabled = !table.isOpen;
    input.placeholder = view.moves.length ? t('play.moveHint', { move: view.moves[0] }) : '';
  };
  for (const event of ['position', 'change']) table.addEventListener(event, update);
}

/** @param {App} app @param {import('./board_panel.js').BoardPanel} board @param {HTMLInputElement} input */
async function enterMove({ table, settings }, board, input) {
  const text = input.value.trim();
  if (!text || !table.view) return;
  const rude = isRude(table.view) && !settings.nice;
  const legal = table.view.moves.some((move) => move.toLowerCase() === text.toLowerCase());
  if (rude && !legal && text.toLowerCase() !== 'pass') await board.beMean();
  else if (!(await table.play(text))) return input.select();
  input.value = '';
}

/** @param {App} app @param {View} view */
function stateText({ table, engines, opponent }, view) {
  const { record, ending } = table;
  const headView = table.viewOf(record.head) ?? view;
  if (record.playing && ending) return endingText(headView, ending, record);
  const { status } = record.playing ? headView : view;
  if (status.outcome !== 'ongoing') return endingText(view, { winner: status.outcome === 'win' ? status.side : '', reason: status.reason }, record);
  const turn = isRude(view) && record.playing ? stupid.from(status.side).trim() : t('status.turn', { side: sideTitle(view, status.side) });
  const thinks = record.playing && opponent.isThinking;
  const text = thinks ? t('status.thinking', { name: playerName(view, record, status.side, engines.list) }) : turn;
  return status.check ? `${text}, ${t('status.check')}` : text;
}

/** @param {App} app @param {View} view @returns {string[]} */
function notesOn({ table }, view) {
  const { record } = table;
  const notes = [];
  if (isRude(view)) {
    /** @type {[string, number][]} */
    const counts = view.sides.map(({ name }) => [name, view.cells.filter(({ piece }) => view.pieces.get(piece)?.side === name).length]);
    notes.push(stupid.heading(lineTo(record.cursor).length + 1, counts));
  }
  if (!record.playing) notes.push(t('status.analysis'));
  if (view.status.repetition > 1) notes.push(t('status.repetition', { count: view.status.repetition }));
  if (view.status.quiet >= 10) notes.push(t('status.quiet', { count: view.status.quiet }));
  if (record.playing && record.cursor !== record.head) notes.push(t('status.behind'));
  return notes;
}

/** @param {App} app @param {View} view @param {import('./board_panel.js').BoardPanel} board */
function actionsFor(app, view, board) {
  const { table, opponent } = app;
  const { record } = table;
  const parts = [];
  if (record.playing && record.cursor !== record.head)
    parts.push(button(t('status.toHead'), () => table.goTo(record.head), { icon: 'last', kind: 'primary' }));
  if (table.isLive) {
    if (record.head.parent) parts.push(button(t('play.undo'), () => table.undo(), { icon: 'undo', id: 'undo' }));
    if (record.head.children.length) parts.push(button(t('play.redo'), () => table.redo(), { icon: 'redo', id: 'redo' }));
    if (view.facts.get('pass') === 'yes' && table.isOpen) parts.push(button(t('play.pass'), () => table.play('pass', []), { icon: 'pass' }));
    if (opponent.isThinking) parts.push(button(t('play.now'), () => opponent.moveNow(), { icon: 'bolt' }));
    const person = personToAsk(app, view);
    if (person) {
      parts.push(button(t('play.draw'), () => offerDraw(app, person), { icon: 'draw', id: 'draw' }));
      parts.push(button(t('play.resign'), () => resign(app, person), { icon: 'flag', id: 'resign' }));
    }
  } else if (record.playing) {
    if (record.head.parent) parts.push(button(t('play.undo'), () => table.undo(), { icon: 'undo', id: 'undo' }));
    parts.push(button(t('play.again'), () => playAgain(app), { icon: 'again' }));
    parts.push(button(t('play.analyse'), () => table.analyse(), { icon: 'lens', id: 'analyse', kind: 'primary' }));
  } else if (view.facts.get('pass') === 'yes' && table.isOpen)
    parts.push(button(t('play.pass'), () => board && table.play('pass', []), { icon: 'pass' }));
  return parts;
}

/** The side of the person who acts: the side to move, else the only person. @param {App} app @param {View} view */
function personToAsk({ table }, view) {
  const people = view.sides.filter(({ name }) => table.record.players[name]?.kind !== 'engine').map(({ name }) => name);
  return people.includes(table.turn) ? table.turn : people[0];
}

/** @param {App} app @param {string} side */
async function resign({ table }, side) {
  if (await confirmed(t('play.resignSure'))) table.resign(side);
}

/** @param {App} app @param {string} side */
async function offerDraw({ table, engines, opponent }, side) {
  const view = table.viewOf(table.record.head);
  if (!view) return;
  const { repetition, quiet } = view.status;
  if (repetition >= repetitions || quiet >= quietPlies) return table.end({ winner: '', reason: 'repetition' });
  const other = otherSide(view, side).name;
  const names = { side: sideTitle(view, side), other: sideTitle(view, other) };
  const isEngine = table.record.players[other]?.kind === 'engine';
  const info = opponent.lastInfo.get(other);
  const engineAgrees = info?.mate === undefined ? (info?.cp ?? 1) <= drawScore : info.mate < 0;
  if (isEngine ? !engineAgrees : !(await confirmed(t('play.drawOffered', names))))
    return tell(t('play.drawDeclined', { name: playerName(view, table.record, other, engines.list) }));
  table.end({ winner: '', reason: 'agreement' });
  tell(t('play.drawAccepted'));
}

/** The same players, start and clocks. @param {App} app */
async function playAgain(app) {
  const { game, start, players, control, flipped } = app.table.record;
  const left = control ? Object.fromEntries(Object.keys(players).map((side) => [side, control.base])) : {};
  await app.open(newRecord(game, start, { players, control, left, flipped, playing: true }));
}
