// The status of the game, its buttons, and below them what there is to do: answer, go back, type a move, or what follows the end.
import { isRude, stupid } from '../games/stupid.js';
import { named, t } from '../lang/text.js';
import { lineTo } from '../game/tree.js';
import { drawByRule } from '../play/draws.js';
import { playAgain } from '../play/record.js';
import { button, enable, h } from './dom.js';
import { gameActions } from './actions.js';
import { Offers } from './offers.js';
import { endingText, playerName, sideTitle } from './words.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('../protocol/view.js').View} View */

// Moves as people write them: `11–15`, `11 - 15`, `11-15, 23-19`. The engine reads each of them; this finds where each ends.
const square = '[A-Za-z]?\\d{1,3}[a-h]?';
const blanks = '[ \\t\\u00a0]';
// Dashes and minus signs may have blanks on either side, a cross only on both or behind it.
const sign = `(?:${blanks}{0,4}[-:\\u2010-\\u2015\\u2212]${blanks}{0,4}|${blanks}{1,4}[xX\\u00d7]${blanks}{1,4}|[xX\\u00d7]${blanks}{0,4})`;
const pattern = new RegExp(`(?:${square}${sign})+${square}[^\\s,]*|[^\\s,]+`, 'g');

/** Each without blanks. @param {string} text @returns {string[]} */
export const movesIn = (text) => (text.match(pattern) ?? []).map((move) => move.replace(/\s+/g, ''));

/** @param {App} app @param {HTMLElement} place @param {import('./board_panel.js').BoardPanel} board @param {HTMLElement} endCard */
export function showStatus(app, place, board, endCard) {
  const { table } = app;
  const title = h('h1', { class: 'game-title' });
  const state = h('p', { class: 'state' });
  const more = h('p', { class: 'quiet' });
  const offers = new Offers(app, (question) => {
    update();
    if (question?.asker) ask.focus();
  });
  const actions = gameActions(app, offers);
  const ask = h('div', { class: 'ask', role: 'alertdialog', 'aria-labelledby': 'ask-text', tabindex: -1 });
  const back = h('div', { class: 'buttons' }, button(t('status.toHead'), () => table.goTo(table.record.head), { icon: 'last', kind: 'primary', id: 'to-head' }));
  const over = h('div', { class: 'buttons fresh' });
  const { form, input, enter } = moveForm(app, board);
  const foot = h('div', { class: 'foot' }, ask, back, over, form);
  place.tabIndex = -1;
  place.replaceChildren(title, endCard, state, actions.element, foot, more);
  ask.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') offers.answer(false);
  });

  /** @type {import('./offers.js').Question | null} */
  let asked = null;
  /** Shows one part of the foot; a part that goes hands its focus on. */
  const showFoot = () => {
    const hadFocus = foot.contains(document.activeElement);
    const { question } = offers;
    const { record } = table;
    const isOver = record.playing && !table.isLive;
    if (question && question !== asked)
      ask.replaceChildren(h('p', { id: 'ask-text', role: question.asker ? undefined : 'alert' }, question.text), h('div', { class: 'buttons' },
        button(question.yes, () => offers.answer(true), { kind: 'primary' }), button(question.no, () => offers.answer(false))));
    if (isOver !== over.childElementCount > 0) over.replaceChildren(...(isOver ? endActions(app) : []));
    const shown = question ? ask : record.playing && record.cursor !== record.head ? back : isOver ? over : form;
    for (const part of [ask, back, over, form]) part.hidden = part !== shown;
    if (hadFocus && !shown.contains(document.activeElement)) (asked?.asker ?? place).focus({ preventScroll: true });
    asked = question;
  };
  const update = () => {
    const { view } = table;
    if (!view) return;
    title.textContent = named('game', view.facts.get('title') ?? view.game);
    state.textContent = stateText(app, view);
    const notes = notesOn(app, view);
    more.textContent = notes.join(' · ');
    more.hidden = notes.length === 0;
    actions.update(view);
    input.readOnly = !table.isOpen;
    enable(enter, table.isOpen);
    input.placeholder = table.isOpen && view.moves.length ? t('play.moveHint', { move: view.moves[0] }) : '';
    showFoot();
  };
  for (const event of ['position', 'change']) table.addEventListener(event, update);
}

/** The field for typed moves keeps the focus while others move. @param {App} app @param {import('./board_panel.js').BoardPanel} board */
function moveForm(app, board) {
  const input = h('input', { type: 'text', id: 'move-field', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
  const enter = h('button', { type: 'submit', class: 'button' }, t('play.enter'));
  const form = h('form', { class: 'move-form' }, h('label', { for: 'move-field', class: 'sr-only' }, t('play.move')), input, enter);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (app.table.isOpen) enterMove(app, board, input);
  });
  return { form, input, enter };
}

/** @param {App} app @param {import('./board_panel.js').BoardPanel} board @param {HTMLInputElement} input */
async function enterMove({ table, settings }, board, input) {
  const text = input.value.trim();
  if (!text || !table.view) return;
  const rude = isRude(table.view) && !settings.nice;
  const legal = table.view.moves.some((move) => move.toLowerCase() === text.toLowerCase());
  if (rude && !legal && text.toLowerCase() !== 'pass') await board.beMean();
  else
    for (const move of movesIn(text)) {
      if (!table.isOpen || !(await table.play(move))) return input.select();
    }
  input.value = '';
}

/** @param {App} app */
function endActions(app) {
  const { table } = app;
  const { record } = table;
  const view = table.viewOf(record.head);
  const parts = [button(t('play.again'), () => app.open(playAgain(record)), { icon: 'again', id: 'again' })];
  if (view && !record.ending && drawByRule(view)) parts.push(button(t('play.playOn'), () => table.playOn(), { icon: 'next', id: 'play-on' }));
  return [...parts, button(t('play.analyse'), () => table.analyse(), { icon: 'lens', id: 'analyse', kind: 'primary' })];
}

/** How the game ended, where it has: for a game that is analysed, that of its last position. @param {App} app @param {View} view */
function resultText({ table }, view) {
  const { record, ending } = table;
  return ending ? endingText(table.viewOf(record.head) ?? view, ending, record) : '';
}

/** @param {App} app @param {View} view */
function stateText(app, view) {
  const { table, engines, opponent } = app;
  const { record } = table;
  const headView = table.viewOf(record.head) ?? view;
  const result = resultText(app, view);
  if (result && (record.playing || record.cursor === record.head)) return result;
  const { status } = record.playing ? headView : view;
  if (status.outcome !== 'ongoing') return endingText(view, { winner: status.outcome === 'win' ? status.side : '', reason: status.reason }, record);
  const turn = isRude(view) && record.playing ? stupid.from(status.side).trim() : t('status.turn', { side: sideTitle(view, status.side) });
  const thinks = record.playing && opponent.isThinking && engines.areConnected;
  const text = thinks ? t('status.thinking', { name: playerName(view, record, status.side, engines.list) }) : turn;
  return status.check ? `${text}, ${t('status.check')}` : text;
}

/** @param {App} app @param {View} view @returns {string[]} */
function notesOn(app, view) {
  const { table } = app;
  const { record } = table;
  const notes = [];
  if (isRude(view)) {
    /** @type {[string, number][]} */
    const counts = view.sides.map(({ name }) => [name, view.cells.filter(({ piece }) => view.pieces.get(piece)?.side === name).length]);
    notes.push(stupid.heading(lineTo(record.cursor).length + 1, counts));
  }
  if (!record.playing) {
    if (record.cursor !== record.head) notes.push(resultText(app, view));
    else if (record.ending && view.turn) notes.push(t('status.turn', { side: sideTitle(view, view.turn) }));
    notes.push(t('status.analysis'));
  }
  if (view.status.repetition > 1) notes.push(t('status.repetition', { count: view.status.repetition }));
  if (view.status.quiet >= 10) notes.push(t('status.quiet', { count: view.status.quiet }));
  if (record.playing && record.cursor !== record.head) notes.push(t('status.behind'));
  return notes.filter(Boolean);
}
