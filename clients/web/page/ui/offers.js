// Draws and resignations. Each is asked again before it counts; an engine's offer stands until the next move.
import { lineTo } from '../game/tree.js';
import { t } from '../lang/text.js';
import { offersDraw, takesDraw } from '../play/draws.js';
import { otherSide } from '../protocol/view.js';
import { tell } from './messages.js';
import { playerName, sideTitle } from './words.js';

/** @typedef {import('../game/tree.js').Node} Node */

/**
 * @typedef {object} Question
 * @property {string} text
 * @property {string} yes
 * @property {string} no
 * @property {() => void} accept
 * @property {() => void} [decline]
 * @property {HTMLElement} [asker] the button that led to it
 * @property {Node} [only] the position that it is about; it goes with the next move
 */

/** Plies until an engine offers again. */
const pauseOfOffers = 20;

export class Offers {
  /** @type {Question | null} */ #question = null;
  /** Scores of engines, by the positions that their moves led to. @type {WeakMap<Node, number>} */ #scores = new WeakMap();
  /** The position of an engine's last offer. @type {Node | null} */ #offered = null;

  /** @param {import('./app.js').App} app @param {(question: Question | null) => void} changed */
  constructor(app, changed) {
    this.app = app;
    this.changed = changed;
    app.table.addEventListener('moved', (event) => {
      if (event instanceof CustomEvent) this.#heed(event.detail);
    });
  }

  /** What is to be answered now. */
  get question() {
    const { record, isLive } = this.app.table;
    if (!isLive || (this.#question?.only && this.#question.only !== record.head)) this.#question = null;
    return this.#question;
  }

  /** @param {Question | null} question */
  #ask(question) {
    this.#question = question;
    this.changed(question);
  }

  /** @param {boolean} yes */
  answer(yes) {
    const { question } = this;
    this.#ask(null);
    if (yes) question?.accept();
    else question?.decline?.();
  }

  /** The side of the person who acts: the side to move, else the only person. */
  get #person() {
    const { table } = this.app;
    const people = table.view?.sides.map(({ name }) => name).filter((name) => table.record.players[name]?.kind !== 'engine') ?? [];
    return people.includes(table.turn) ? table.turn : people[0];
  }

  /** @param {HTMLElement} asker */
  resign(asker) {
    const { table } = this.app;
    const side = this.#person;
    this.#ask({ text: t('play.resignSure'), yes: t('play.yes'), no: t('play.no'), accept: () => table.resign(side), asker });
  }

  /** @param {HTMLElement} asker */
  draw(asker) {
    const { table, engines, opponent } = this.app;
    const { view, record } = table;
    if (!view) return;
    const side = this.#person;
    const other = otherSide(view, side).name;
    const name = playerName(view, record, other, engines.list);
    const decline = () => tell(t('play.drawDeclined', { name }));
    const isEngine = record.players[other]?.kind === 'engine';
    this.#ask({
      text: isEngine ? t('play.drawSure', { name }) : t('play.drawOffered', { side: sideTitle(view, side), other: sideTitle(view, other) }),
      yes: t('play.yes'), no: t('play.no'), asker,
      accept: () => (!isEngine || takesDraw(opponent.lastInfo.get(other)) ? this.#agree() : decline()),
      decline: isEngine ? undefined : decline,
    });
  }

  #agree() {
    this.app.table.end({ winner: '', reason: 'agreement' });
  }

  /** An engine may offer a draw with its move. @param {Node} node that was played */
  #heed(node) {
    const { table, engines, opponent } = this.app;
    const { view, record, isLive } = table;
    if (!view || !isLive || record.players[node.side]?.kind !== 'engine') return;
    const info = opponent.lastInfo.get(node.side);
    if (info?.cp !== undefined) this.#scores.set(node, info.cp);
    const line = lineTo(node);
    const recent = this.#offered ? line.indexOf(this.#offered) : -1;
    const scores = line.filter(({ side }) => side === node.side).map((each) => this.#scores.get(each)).reverse();
    const isFresh = recent >= 0 && line.length - recent <= pauseOfOffers;
    if (isFresh || record.players[view.turn]?.kind === 'engine' || !offersDraw(scores, line.length, view.status.quiet)) return;
    this.#offered = node;
    const text = t('play.drawOffer', { name: playerName(view, record, node.side, engines.list) });
    this.#ask({ text, yes: t('play.accept'), no: t('play.playOn'), accept: () => this.#agree(), only: node });
  }
}
