// Analysis of the position on the board: lines, arrows, evaluation bar, tables; the graph of the game; lessons.
import { chanceOf, scoreText } from '../analysis/chances.js';
import { review } from '../analysis/review.js';
import { Lesson, mistakesOf } from '../analysis/learn.js';
import { GivenUp, Refusal } from '../protocol/session.js';
import { t } from '../lang/text.js';
import { button, h, select } from './dom.js';
import { showGraph } from './game_graph.js';
import { lessonParts } from './lesson.js';
import { keepSettings } from './settings.js';
import { forLight, lightSide, scoreWords, sideTitle, valueText } from './words.js';
import { tell } from './messages.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('../protocol/view.js').View} View */
/** @typedef {import('../protocol/info.js').Info} Info */

const mostLines = 5;
/** How many moves of a line are shown. */
const shownMoves = 12;

export class AnalysisPanel {
  #on = false;
  #scheduled = false;
  /** @type {AbortController | null} */ #review = null;
  #progress = '';
  /** @type {Lesson | null} */ #lesson = null;
  #solution = '';

  /** @param {App} app @param {HTMLElement} place @param {HTMLElement} bar @param {import('./board_panel.js').BoardPanel} board */
  constructor(app, place, bar, board) {
    this.app = app;
    this.bar = bar;
    this.board = board;
    this.switch = h('input', { type: 'checkbox', role: 'switch', id: 'engine-switch' });
    this.switch.addEventListener('change', () => this.#turn(this.switch.checked));
    this.lines = h('ol', { class: 'lines' });
    this.facts = h('p', { class: 'quiet facts' });
    this.truth = h('div', { class: 'truth' });
    this.graph = h('div', { class: 'graph-place' });
    this.lesson = h('div', { class: 'lesson', role: 'status' });
    this.actions = h('div', { class: 'buttons' });
    place.replaceChildren(
      h('div', { class: 'panel-head' }, h('h2', {}, t('analysis.title')),
        h('label', { class: 'switch', for: 'engine-switch' }, this.switch, h('span', {}, t('analysis.on')))),
      this.#choices(), this.facts, this.lines, this.truth, this.graph, this.lesson, this.actions,
    );
    app.table.addEventListener('position', () => this.update());
    app.table.addEventListener('change', () => this.update());
    app.table.addEventListener('moved', (event) => {
      if (event instanceof CustomEvent) this.#lesson?.judge(event.detail, () => this.#showLesson());
    });
  }

  #choices() {
    const { settings, engines } = this.app;
    /** @param {Partial<import('./settings.js').Settings>} part */
    const set = (part) => {
      Object.assign(settings, part);
      keepSettings(settings);
      this.update();
    };
    const numbers = Array.from({ length: mostLines }, (_, i) => /** @type {[string, string]} */ ([String(i + 1), String(i + 1)]));
    const lines = select(numbers, String(settings.lines), (value) => set({ lines: Number(value) }));
    lines.id = 'analysis-lines';
    const tables = h('input', { type: 'checkbox', checked: settings.tables });
    tables.addEventListener('change', () => set({ tables: tables.checked }));
    const parts = [
      h('label', { for: 'analysis-lines' }, t('analysis.lines')), lines,
      h('label', { class: 'check' }, tables, h('span', {}, t('analysis.tables'))),
    ];
    if (engines.list.length > 1) {
      const engine = select(engines.list.map(({ name }, i) => [String(i), name]), String(settings.engine), (value) => set({ engine: Number(value) }));
      engine.setAttribute('aria-label', t('analysis.engine'));
      parts.push(engine);
    }
    return h('div', { class: 'choices' }, ...parts);
  }

  get #engine() {
    return this.app.engines.list[this.app.settings.engine] ? this.app.settings.engine : 0;
  }

  /** @param {boolean} on */
  #turn(on) {
    this.#on = on;
    this.update();
  }

  /** Not during a game, and not while a lesson asks. */
  get #mayHelp() {
    return !this.app.table.isLive && !this.#review && (!this.#lesson || this.#lesson.state === 'over');
  }

  update() {
    const { table, analyst, settings } = this.app;
    const { view, record } = table;
    if (!view) return;
    if (this.#lesson && this.#lesson.table.record !== record) this.#lesson = null;
    this.switch.disabled = !this.#mayHelp;
    this.switch.checked = this.#on && this.#mayHelp;
    if (this.#on && this.#mayHelp && view.turn) analyst.follow(table.place(), this.#engine, settings.lines, settings.tables);
    else analyst.stop();
    this.#showFindings();
    showGraph(this.app.table, this.graph);
    this.#showActions();
    this.#showLesson();
  }

  /** There are new results; drawn at most once a frame. */
  found() {
    if (this.#scheduled) return;
    this.#scheduled = true;
    requestAnimationFrame(() => {
      this.#scheduled = false;
      this.#showFindings();
    });
  }

  #showFindings() {
    const { table, analyst } = this.app;
    const { view, record } = table;
    if (!view) return;
    const running = analyst.isRunning;
    const { lines, latest, truth } = analyst.findings;
    const shown = running ? lines.filter(Boolean) : [];
    this.lines.replaceChildren(...shown.map((info) => this.#line(view, info)));
    const speed = latest?.nps === undefined ? '' : t('analysis.speed', { speed: latest.nps.toLocaleString(document.documentElement.lang) });
    const depth = latest?.depth === undefined ? '' : t('analysis.depth', { depth: latest.depth });
    this.facts.textContent = running ? [depth, speed].filter(Boolean).join(' · ') || '…' : '';
    this.#showTruth(running ? truth : null);
    const best = shown[0];
    if (best && !table.isLive)
      record.cursor.evaluation = { cp: best.cp, mate: best.mate, wdl: best.wdl, depth: best.depth, best: best.pv[0], pv: best.pv };
    this.#showBar(view);
    this.#showArrows(view, shown);
  }

  /** @param {View} view @param {Info} info */
  #line(view, info) {
    const { table } = this.app;
    const score = scoreText(forLight(view, info), scoreWords(view));
    const from = table.record.cursor;
    const moves = info.pv.slice(0, shownMoves).map((move, i) =>
      h('button', { type: 'button', class: 'pv-move', onclick: () => this.#walk(from, info.pv.slice(0, i + 1)) }, move));
    return h('li', {}, h('span', { class: 'score' }, score), h('span', { class: 'pv' }, ...moves));
  }

  /** Plays a part of a line on the board. @param {import('../game/tree.js').Node} from @param {string[]} moves */
  async #walk(from, moves) {
    const { table } = this.app;
    if (table.record.playing) table.analyse();
    if (table.record.cursor !== from) await table.goTo(from);
    for (const move of moves) if (!(await table.play(move))) return;
  }

  /** @param {import('../analysis/analyst.js').Findings['truth']} truth */
  #showTruth(truth) {
    const { table } = this.app;
    if (!truth || (truth.value === 'unknown' && truth.moves.every(({ value }) => value === 'unknown'))) return this.truth.replaceChildren();
    const moves = truth.moves.slice(0, 40).map(({ move, value }) =>
      h('button', { type: 'button', class: `pv-move value-${value.split(' ')[0]}`, onclick: () => this.#walk(table.record.cursor, [move]) }, `${move} ${valueText(value)}`));
    this.truth.replaceChildren(h('p', {}, h('strong', {}, t('analysis.truth', { value: valueText(truth.value) }))), h('div', { class: 'pv' }, ...moves));
  }

  /** @param {View} view */
  #showBar(view) {
    const { table } = this.app;
    const { record } = table;
    const { evaluation } = record.cursor;
    this.bar.hidden = record.playing || !evaluation || !view.turn;
    if (!evaluation || !view.turn) return;
    const score = forLight(view, evaluation);
    const light = lightSide(view);
    const lightBelow = (view.sides.find(({ name }) => name === light)?.end === 'bottom') !== record.flipped;
    const text = scoreText(score, scoreWords(view));
    this.bar.classList.toggle('light-above', !lightBelow);
    this.bar.style.setProperty('--share', String(chanceOf(score)));
    this.bar.setAttribute('aria-label', t('analysis.bar', { score: text, side: sideTitle(view, light) }));
    this.bar.replaceChildren(h('span', { class: 'bar-light' }), h('span', { class: 'bar-score' }, text.replace(/\.(\d)\d$/, '.$1')));
  }

  /** @param {View} view @param {Info[]} lines */
  #showArrows(view, lines) {
    const arrows = lines.flatMap((info, rank) => {
      const path = view.routes.find(({ move }) => move === info.pv[0])?.path;
      return path ? [{ from: path[0], to: path[path.length - 1], rank }] : [];
    });
    const same = JSON.stringify(arrows) === JSON.stringify(this.board.arrows);
    this.board.arrows = arrows;
    if (!same) this.board.mark();
  }

  #showActions() {
    const { table } = this.app;
    if (this.#review) {
      const stop = button(t('analysis.stop'), () => this.#review?.abort());
      return this.actions.replaceChildren(h('span', { class: 'quiet', role: 'status' }, this.#progress), stop);
    }
    if (table.isLive || this.#lesson || !table.record.root.children.length) return this.actions.replaceChildren();
    const parts = [button(t('analysis.review'), () => this.#reviewGame(), { icon: 'chart', id: 'review' })];
    if (mistakesOf(table.record.root).length) parts.push(button(t('analysis.learn'), () => this.#learn(), { icon: 'lens', id: 'learn' }));
    this.actions.replaceChildren(...parts);
  }

  async #reviewGame() {
    const { table, engines } = this.app;
    if (table.record.playing) table.analyse();
    const stop = new AbortController();
    this.#review = stop;
    this.update();
    try {
      await review(table, engines, this.#engine, stop.signal, (done, all) => {
        this.#progress = t('analysis.reviewing', { done, all });
        this.#showActions();
        showGraph(this.app.table, this.graph);
      });
    } catch (error) {
      if (error instanceof Refusal) tell(error.message, 'refusal');
      else if (!(error instanceof GivenUp)) throw error;
    } finally {
      this.#review = null;
      table.touch();
    }
  }

  async #learn() {
    const { table, engines } = this.app;
    this.#lesson = new Lesson(table, engines, this.#engine);
    this.#solution = '';
    await this.#lesson.show();
    this.update();
  }

  #showLesson() {
    const lesson = this.#lesson;
    const { view } = this.app.table;
    if (!lesson || !view) return this.lesson.replaceChildren();
    this.lesson.replaceChildren(...lessonParts(lesson, view, this.#solution, {
      end: () => {
        this.#lesson = null;
        this.update();
      },
      solve: (text) => {
        this.#solution = text;
        this.#showLesson();
      },
      next: async () => {
        this.#solution = '';
        await lesson.next();
        this.update();
      },
    }));
  }
}
