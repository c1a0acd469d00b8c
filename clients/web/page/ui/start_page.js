// The start page: a picture and a sentence for each game; a click starts one.
import { pictures, start as chessStart } from '../games/specifications.js';
import { named, t, translated } from '../lang/text.js';
import { chosenPlayers, colours, fullStrength, saveChoice, levels, offeredLevels, savedChoice, defaultEngine } from '../play/players.js';
import { newRecord } from '../play/game_record.js';
import { drawPiece } from '../board/pieces.js';
import { svg } from '../board/geometry.js';
import { button, h, setText } from './dom.js';
import { refuse } from './dialogs.js';
import { openNewGame } from './new_game_dialog.js';
import { SmallBoard } from '../board/small_board.js';

/** @typedef {import('../main.js').App} App */

/** @param {number} level */
function levelText(level) {
  if (level === fullStrength) return t('start.fullStrength');
  return level === defaultEngine.level ? t('start.level', { level }) : t('start.otherLevel', { level, levels });
}

export class StartPage {
  /** @param {App} app @param {HTMLElement} container */
  constructor(app, container) {
    this.app = app;
    this.cards = h('div', { class: 'cards' });
    this.about = h('p', { id: 'about-level', role: 'status' });
    this.choices = h('div', { class: 'start-choices' });
    container.replaceChildren(h('section', { class: 'start', 'aria-labelledby': 'start-title' },
      h('h1', { id: 'start-title' }, t('start.title')), this.choices, this.about, this.cards));
  }

  async open() {
    const games = await this.app.referee.games();
    const cards = await Promise.all(games.map(({ name, title }) => this.#card(name, named('game', title))));
    this.cards.replaceChildren(...cards);
    const { colour, level } = savedChoice();
    this.choices.replaceChildren(this.#colourChoice(colour), this.#levelChoice(level));
    setText(this.about, levelText(level));
  }

  /** @param {number} chosen */
  #levelChoice(chosen) {
    const choices = offeredLevels.map((level) => {
      const input = h('input', { type: 'radio', name: 'level', value: level, checked: level === chosen, onchange: () => {
        saveChoice({ level });
        setText(this.about, levelText(level));
      } });
      return h('label', { class: 'choice' }, input, h('span', {}, level === fullStrength ? t('new.full') : String(level)));
    });
    return h('fieldset', { class: 'play-as levels' }, h('legend', {}, t('new.level')), h('div', { class: 'choices' }, ...choices));
  }

  /** @param {import('../play/players.js').Colour} chosen */
  #colourChoice(chosen) {
    /** @param {(typeof colours)[number]} colour @param {string[]} looks */
    const choice = (colour, ...looks) => {
      const input = h('input', { type: 'radio', name: 'play-as', value: colour, checked: colour === chosen, onchange: () => saveChoice({ colour }) });
      const picture = svg('svg', { viewBox: `0 0 ${20 + 80 * looks.length} 100`, class: 'choice-picture', 'aria-hidden': 'true' },
        ...looks.map((look, i) => svg('g', { transform: `translate(${80 * i} 0)` }, drawPiece({ letter: '' }, look, 'man'))));
      return h('label', { class: 'choice' }, input, picture, h('span', {}, t(`start.${colour}`)));
    };
    return h('fieldset', { class: 'play-as' }, h('legend', {}, t('start.as')),
      h('div', { class: 'choices' }, choice('light', 'light'), choice('dark', 'dark'), choice('either', 'light', 'dark')));
  }

  /** @param {string} game @param {string} title */
  async #card(game, title) {
    const board = new SmallBoard();
    const view = await this.app.referee.view({ game, start: pictures[game] ?? 'startpos', moves: [] });
    board.show(view);
    const about = translated(`about.${game}`);
    const rules = button(t('app.rules'), () => this.app.rules(game), { icon: 'book' });
    rules.setAttribute('aria-label', t('rules.title', { game: title }));
    return h('article', { class: 'card' },
      h('button', { type: 'button', class: 'card-begin', 'data-begin': game, onclick: () => this.#begin(game) },
        board.element, h('strong', {}, title.replace('/', '/\u200b')), about ? h('span', { class: 'quiet' }, about) : null),
      h('div', { class: 'buttons' },
        rules,
        h('button', { type: 'button', class: 'button', 'data-more': game, 'aria-label': t('start.moreOf', { game: title }),
          onclick: () => this.choose(game) }, t('start.more'))));
  }

  /** @param {string} game */
  choose(game) {
    return openNewGame(this.app, game).catch(refuse);
  }

  /** Starts a game against the engine. @param {string} game */
  async #begin(game) {
    const start = game === chessStart.game ? chessStart.start : 'startpos';
    const view = await this.app.referee.view({ game, start, moves: [] });
    const players = chosenPlayers(view);
    const flipped = view.sides.some(({ name, end }) => players[name].kind === 'human' && end === 'top');
    if (await this.app.open(newRecord(game, start, { players, playing: true, flipped })))
      document.getElementById('board')?.focus();
  }
}
