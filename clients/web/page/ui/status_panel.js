// The status of the game, its buttons, draw offers, a field for typed moves, and the card at the end of a game.
import { lineTo } from '../game/tree.js';
import { named, t } from '../lang/text.js';
import { drawByRule, offersDraw, acceptsDraw } from '../play/current_game.js';
import { endingIn, otherSide, sideNamed } from '../protocol/parse.js';
import { announce, showNote } from './dialogs.js';
import { endingSentence, endingText, playerName, sideTitle, winnerText } from './descriptions.js';
import { button, enable, formWith, h, iconButton } from './dom.js';
import { playAgain } from '../play/game_record.js';
import { saveGame } from './game_files.js';
import { sidePiece } from '../board/pieces.js';
import { punishesInvalidMoves, stupid } from '../games/specifications.js';

/** @typedef {import('../game/tree.js').Node} Node */

/**
 * @typedef {object} Question
 * @property {string} text
 * @property {string} yes
 * @property {string} no
 * @property {() => void} accept
 * @property {() => void} [decline]
 * @property {HTMLElement} [asker] the pressed button
 * @property {Node} [only] the position at which it may be answered
 */

/** Plies between offers of an engine. */
const minOfferDistance = 20;

class Offers {
  /** @type {Question | null} */ #question = null;
  /** Its game. @type {unknown} */ #record = null;
  /** Scores of engines by node of their moves. @type {WeakMap<Node, number>} */ #scores = new WeakMap();
  /** The position of an engine's last offer. @type {Node | null} */ #offered = null;

  /** @param {import('../main.js').App} app @param {(question: Question | null) => void} changed */
  constructor(app, changed) {
    this.app = app;
    this.changed = changed;
    app.currentGame.onMoved((node) => this.#considerOffer(node));
  }

  /** The open question. */
  get question() {
    const { record, isLive } = this.app.currentGame;
    if (!isLive || record !== this.#record || (this.#question?.only && this.#question.only !== record.head)) this.#question = null;
    return this.#question;
  }

  /** @param {Question | null} question */
  #ask(question) {
    this.#question = question;
    this.#record = this.app.currentGame.record;
    this.changed(question);
  }

  /** @param {boolean} yes */
  answer(yes) {
    const { question } = this;
    this.#ask(null);
    if (yes) question?.accept();
    else question?.decline?.();
  }

  /** The acting person's side: the side to move, else the only person's. */
  get #person() {
    const { currentGame } = this.app;
    const people = currentGame.view?.sides.map(({ name }) => name).filter((name) => currentGame.record.players[name]?.kind !== 'engine') ?? [];
    return people.includes(currentGame.turn) ? currentGame.turn : people[0];
  }

  /** @param {HTMLElement} asker */
  resign(asker) {
    const { currentGame } = this.app;
    const side = this.#person;
    this.#ask({ text: t('play.resignSure'), yes: t('play.yes'), no: t('play.no'), accept: () => currentGame.resign(side), asker });
  }

  /** @param {HTMLElement} asker */
  draw(asker) {
    const { currentGame, engines, opponent } = this.app;
    const { view, record } = currentGame;
    if (!view) return;
    const side = this.#person;
    const other = otherSide(view, side).name;
    const name = playerName(view, record, other, engines.list);
    const decline = () => showNote(t('play.drawDeclined', { name }));
    const isEngine = record.players[other]?.kind === 'engine';
    this.#ask({
      text: isEngine ? t('play.drawSure', { name }) : t('play.drawOffered', { side: sideTitle(view, side), other: sideTitle(view, other) }),
      yes: t('play.yes'), no: t('play.no'), asker,
      accept: () => (!isEngine || acceptsDraw(opponent.lastInfo.get(other)) ? this.#agree() : decline()),
      decline: isEngine ? undefined : decline,
    });
  }

  #agree() {
    this.app.currentGame.end({ winner: '', reason: 'agreement' });
  }

  /** Lets an engine offer a draw with its move. @param {Node} node */
  #considerOffer(node) {
    const { currentGame, engines, opponent } = this.app;
    const { view, record, isLive } = currentGame;
    if (!view || !isLive || record.players[node.side]?.kind !== 'engine') return;
    const info = opponent.lastInfo.get(node.side);
    if (info?.cp !== undefined) this.#scores.set(node, info.cp);
    const line = lineTo(node);
    const recent = this.#offered ? line.indexOf(this.#offered) : -1;
    const scores = line.filter(({ side }) => side === node.side).map((each) => this.#scores.get(each)).reverse();
    const isFresh = recent >= 0 && line.length - recent <= minOfferDistance;
    if (isFresh || record.players[view.turn]?.kind === 'engine' || !offersDraw(scores, line.length, view.status.quiet)) return;
    this.#offered = node;
    const text = t('play.drawOffer', { name: playerName(view, record, node.side, engines.list) });
    this.#ask({ text, yes: t('play.accept'), no: t('play.playOn'), accept: () => this.#agree(), only: node });
  }
}

/** @typedef {import('../main.js').App} App */
/** @typedef {import('../protocol/parse.js').View} View */

/** @param {App} app @param {Offers} offers */
function gameActions(app, offers) {
  const { currentGame, opponent, hint } = app;
  const buttons = {
    hint: button(t('play.hint'), () => hint.ask(), { icon: 'bulb', id: 'hint' }),
    takeBack: button(t('play.undo'), () => currentGame.takeBack(), { icon: 'undo', id: 'undo' }),
    redo: button(t('play.redo'), () => currentGame.undoTakeBack(), { icon: 'redo', id: 'redo' }),
    pass: button(t('play.pass'), () => currentGame.play('pass', []), { icon: 'pass', id: 'pass' }),
    now: button(t('play.now'), () => opponent.moveNow(), { icon: 'bolt', id: 'move-now' }),
    draw: button(t('play.draw'), () => offers.draw(buttons.draw), { icon: 'draw', id: 'draw' }),
    resign: button(t('play.resign'), () => offers.resign(buttons.resign), { icon: 'flag', id: 'resign' }),
  };
  const element = h('div', { class: 'slots', role: 'group', 'aria-label': t('play.actions') }, ...Object.values(buttons));

  /** @param {View} view */
  const update = (view) => {
    const { record, isLive, acceptsMoves } = currentGame;
    const players = view.sides.map(({ name }) => record.players[name]?.kind ?? 'human');
    const hasPeople = record.playing && players.includes('human');
    const mayPass = view.facts.get('pass') === 'yes';
    for (const each of [buttons.takeBack, buttons.redo]) each.hidden = !record.playing;
    for (const each of [buttons.hint, buttons.draw, buttons.resign]) each.hidden = !hasPeople;
    buttons.now.hidden = !record.playing || !players.includes('engine');
    buttons.pass.hidden = !mayPass || (record.playing && !hasPeople);
    element.hidden = !record.playing && !mayPass;
    enable(buttons.takeBack, record.head.parent !== null);
    enable(buttons.redo, isLive && record.head.children.length > 0);
    enable(buttons.hint, hint.isPossible);
    enable(buttons.pass, acceptsMoves);
    enable(buttons.now, isLive && opponent.isThinking);
    enable(buttons.draw, isLive);
    enable(buttons.resign, isLive);
  };
  return { element, update };
}

/** @param {import('../main.js').App} app @returns {HTMLElement} the card */
export function showEndCard(app) {
  const { currentGame } = app;
  const card = h('div', { class: 'end-card fresh', role: 'dialog', 'aria-labelledby': 'end-title', 'aria-describedby': 'end-why', tabindex: -1, hidden: true });
  /** Id of the game in progress at the last update. */
  let live = '';

  const dismiss = () => {
    const hadFocus = card.contains(document.activeElement);
    card.hidden = true;
    if (hadFocus) document.getElementById('status')?.focus();
  };
  /** @param {() => void} act */
  const dismissAnd = (act) => () => {
    dismiss();
    act();
  };
  const fill = () => {
    const { record, ending } = currentGame;
    const view = currentGame.knownView(record.head);
    if (!view || !ending) return '';
    const title = winnerText(view, ending, record);
    const why = endingSentence(view, ending, record);
    const winner = sideNamed(view, ending.winner);
    const isByRule = !record.ending && drawByRule(view);
    card.replaceChildren(
      iconButton(t('app.close'), 'close', dismiss),
      h('h2', { id: 'end-title' }, winner ? sidePiece(view, winner.name) : null, title),
      h('p', { id: 'end-why' }, why),
      h('div', { class: 'buttons' },
        button(t('play.again'), dismissAnd(() => app.open(playAgain(record))), { icon: 'again', kind: 'primary' }),
        button(t('play.review'), dismissAnd(() => app.review()), { icon: 'chart' }),
        button(t('play.save'), () => saveGame(app), { icon: 'save' }),
        button(t('play.analyse'), dismissAnd(() => currentGame.analyse()), { icon: 'lens' }),
        isByRule ? button(t('play.playOn'), dismissAnd(() => currentGame.playOn()), { icon: 'next' }) : null),
    );
    return `${title}. ${why}`;
  };
  const update = () => {
    const { record, isLive, ending } = currentGame;
    const isOver = record.playing && !isLive && record.cursor === record.head;
    if (isOver && ending && live === record.id) {
      const text = fill();
      card.hidden = false;
      announce(text);
      const active = document.activeElement;
      if (!active || active === document.body || active.closest('#status')) card.focus();
    } else if (!isOver && !card.hidden) dismiss();
    live = isLive ? record.id : '';
  };
  currentGame.onUpdate(update);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !card.hidden && !document.querySelector('dialog[open]')) dismiss();
  }, true);
  return card;
}

// Splits typed moves such as `11–15`, `11 - 15`, `11-15, 23-19`. The engine reads each of them.
const square = '[A-Za-z]?\\d{1,3}[a-h]?';
const blanks = '[ \\t\\u00a0]';
// Blanks may surround dashes; before a cross they require blanks after it.
const sign = `(?:${blanks}{0,4}[-:\\u2010-\\u2015\\u2212]${blanks}{0,4}|${blanks}{1,4}[xX\\u00d7]${blanks}{1,4}|[xX\\u00d7]${blanks}{0,4})`;
const pattern = new RegExp(`(?:${square}${sign})+${square}[^\\s,]*|[^\\s,]+`, 'g');

/** Moves without blanks. @param {string} text @returns {string[]} */
export const movesIn = (text) => (text.match(pattern) ?? []).map((move) => move.replace(/\s+/g, ''));

/** @param {App} app @param {HTMLElement} container @param {import('./board_panel.js').BoardPanel} board @param {HTMLElement} endCard */
export function showStatusPanel(app, container, board, endCard) {
  const { currentGame } = app;
  const title = h('h1', { class: 'game-title' });
  const state = h('p', { class: 'state' });
  const more = h('p', { class: 'quiet' });
  const offers = new Offers(app, (question) => {
    update();
    if (question?.asker) ask.focus();
  });
  const actions = gameActions(app, offers);
  const ask = h('div', { class: 'ask', role: 'alertdialog', 'aria-labelledby': 'ask-text', tabindex: -1 });
  const back = h('div', { class: 'buttons' }, button(t('status.toHead'), () => currentGame.goTo(currentGame.record.head), { icon: 'last', kind: 'primary', id: 'to-head' }));
  const over = h('div', { class: 'buttons fresh' });
  const { form, input, enter } = moveForm(app, board);
  const foot = h('div', { class: 'foot' }, ask, back, over, form);
  container.tabIndex = -1;
  container.replaceChildren(title, endCard, state, actions.element, foot, more);
  ask.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') offers.answer(false);
  });

  /** @type {Question | null} */
  let asked = null;
  /** Shows one part of the foot, and keeps the focus. */
  const showFoot = () => {
    const hadFocus = foot.contains(document.activeElement);
    const { question } = offers;
    const { record } = currentGame;
    const isOver = record.playing && !currentGame.isLive;
    if (question && question !== asked)
      ask.replaceChildren(h('p', { id: 'ask-text', role: question.asker ? undefined : 'alert' }, question.text), h('div', { class: 'buttons' },
        button(question.yes, () => offers.answer(true), { kind: 'primary' }), button(question.no, () => offers.answer(false))));
    if (isOver !== over.childElementCount > 0) over.replaceChildren(...(isOver ? endActions(app) : []));
    const shown = question ? ask : record.playing && record.cursor !== record.head ? back : isOver ? over : form;
    for (const part of [ask, back, over, form]) part.hidden = part !== shown;
    if (hadFocus && !shown.contains(document.activeElement)) (asked?.asker ?? container).focus({ preventScroll: true });
    asked = question;
  };
  const update = () => {
    const { view } = currentGame;
    if (!view) return;
    title.textContent = named('game', view.facts.get('title') ?? view.game);
    state.textContent = stateText(app, view);
    const notes = notesOn(app, view);
    more.textContent = notes.join(' · ');
    more.hidden = notes.length === 0;
    actions.update(view);
    input.readOnly = !currentGame.acceptsMoves;
    enable(enter, currentGame.acceptsMoves);
    input.placeholder = currentGame.acceptsMoves && view.moves.length ? t('play.moveHint', { move: view.moves[0] }) : '';
    showFoot();
  };
  currentGame.onUpdate(update);
}

/** @param {App} app @param {import('./board_panel.js').BoardPanel} board */
function moveForm(app, board) {
  const input = h('input', { type: 'text', id: 'move-field', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false' });
  const enter = h('button', { type: 'submit', class: 'button' }, t('play.enter'));
  const submit = () => app.currentGame.acceptsMoves && enterMove(app, board, input);
  return { form: formWith('move-form', submit, h('label', { for: 'move-field', class: 'sr-only' }, t('play.move')), input, enter), input, enter };
}

/** @param {App} app @param {import('./board_panel.js').BoardPanel} board @param {HTMLInputElement} input */
async function enterMove({ currentGame, settings }, board, input) {
  const text = input.value.trim();
  if (!text || !currentGame.view) return;
  const rude = punishesInvalidMoves(currentGame.view) && !settings.nice;
  const legal = currentGame.view.moves.some((move) => move.toLowerCase() === text.toLowerCase());
  if (rude && !legal && text.toLowerCase() !== 'pass') await board.punishInvalidMove();
  else
    for (const move of movesIn(text)) {
      if (!currentGame.acceptsMoves || !(await currentGame.play(move))) return input.select();
    }
  input.value = '';
}

/** @param {App} app */
function endActions(app) {
  const { currentGame } = app;
  const { record } = currentGame;
  const view = currentGame.knownView(record.head);
  const parts = [button(t('play.again'), () => app.open(playAgain(record)), { icon: 'again', id: 'again' })];
  if (view && !record.ending && drawByRule(view)) parts.push(button(t('play.playOn'), () => currentGame.playOn(), { icon: 'next', id: 'play-on' }));
  return [...parts, button(t('play.analyse'), () => currentGame.analyse(), { icon: 'lens', id: 'analyse', kind: 'primary' })];
}

/** How the game ended; '' if it did not. @param {App} app @param {View} view */
function resultText({ currentGame }, view) {
  const { record, ending } = currentGame;
  return ending ? endingText(currentGame.knownView(record.head) ?? view, ending, record) : '';
}

/** @param {App} app @param {View} view */
function stateText(app, view) {
  const { currentGame, engines, opponent } = app;
  const { record } = currentGame;
  const headView = currentGame.knownView(record.head) ?? view;
  const result = resultText(app, view);
  if (result && (record.playing || record.cursor === record.head)) return result;
  const { status } = record.playing ? headView : view;
  const ending = endingIn(status);
  if (ending) return endingText(view, ending, record);
  const turn = punishesInvalidMoves(view) && record.playing ? stupid.from(status.side).trim() : t('status.turn', { side: sideTitle(view, status.side) });
  const thinks = record.playing && opponent.isThinking && engines.areConnected;
  const text = thinks ? t('status.thinking', { name: playerName(view, record, status.side, engines.list) }) : turn;
  return status.check ? `${text}, ${t('status.check')}` : text;
}

/** @param {App} app @param {View} view @returns {string[]} */
function notesOn(app, view) {
  const { currentGame } = app;
  const { record } = currentGame;
  const notes = [];
  if (punishesInvalidMoves(view)) {
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
