// The page that offers the games: pictures of them, each with a sentence; one click begins a game.
import { pictures } from '../games/pictures.js';
import { start as chessStart } from '../games/reduced_chess.js';
import { named, t, translated } from '../lang/text.js';
import { usualMachine } from '../play/players.js';
import { newRecord } from '../play/record.js';
import { drawPiece } from '../board/pieces.js';
import { svg } from '../board/svg.js';
import { button, h } from './dom.js';
import { openNewGame } from './new_game.js';
import { SmallBoard } from './small_board.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {'light' | 'dark' | 'either'} Colour */

const key = 'crown.play-as';
const colours = /** @type {const} */ (['light', 'dark', 'either']);

export class StartPage {
  /** @type {Colour} */
  #colour = colours.find((each) => each === localStorage.getItem(key)) ?? 'light';

  /** @param {App} app @param {HTMLElement} place */
  constructor(app, place) {
    this.app = app;
    this.cards = h('div', { class: 'cards' });
    place.replaceChildren(h('section', { class: 'start', 'aria-labelledby': 'start-title' },
      h('h1', { id: 'start-title' }, t('start.title')), h('p', {}, t('start.level', { level: usualMachine.level })), this.#colourChoice(), this.cards));
  }

  /** Shows the games that the engine has now. */
  async open() {
    const games = await this.app.referee.games();
    const cards = await Promise.all(games.map(({ name, title }) => this.#card(name, named('game', title))));
    this.cards.replaceChildren(...cards);
  }

  #colourChoice() {
    /** @param {Colour} colour @param {string[]} looks */
    const choice = (colour, ...looks) => {
      const input = h('input', { type: 'radio', name: 'play-as', value: colour, checked: colour === this.#colour });
      input.addEventListener('change', () => {
        this.#colour = colour;
        localStorage.setItem(key, colour);
      });
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
    const view = await this.app.referee.look({ game, start: pictures[game] ?? 'startpos', moves: [] });
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
          onclick: () => openNewGame(this.app, game) }, t('start.more'))));
  }

  /** A game of a person against the usual engine. @param {string} game */
  async #begin(game) {
    const start = game === chessStart.game ? chessStart.start : 'startpos';
    const { sides } = await this.app.referee.look({ game, start, moves: [] });
    const wanted = this.#colour === 'either' ? colours[Math.floor(2 * Math.random())] : this.#colour;
    const own = sides.find(({ colour }) => colour === wanted) ?? sides[0];
    const players = Object.fromEntries(sides.map(({ name }) => [name, name === own.name ? { kind: /** @type {const} */ ('human') } : { ...usualMachine }]));
    if (await this.app.open(newRecord(game, start, { players, playing: true, flipped: own.end === 'top' })))
      document.getElementById('board')?.focus();
  }
}
