// Analysis of the position on the board: lines, arrows, evaluation bar, tables; the graph of the game; lessons.
import { chanceOf, scoreText } from '../analysis/chances.js';
import { takeScores } from '../analysis/scores.js';
import { notationOf } from '../game/notation.js';
import { t } from '../lang/text.js';
import { checkbox, h, select } from './dom.js';
import { EngineLines } from './engine_lines.js';
import { showGraph } from './game_graph.js';
import { lessonParts } from './lesson.js';
import { ReviewPanel } from './review_panel.js';
import { keepSettings } from './settings.js';
import { TableValues } from './table_values.js';
import { forLight, lightSide, scoreWords, sideTitle } from './words.js';

/** @typedef {import('../analysis/learn.js').Lesson} Lesson */
/** @typedef {import('./app.js').App} App */
/** @typedef {import('../protocol/view.js').View} View */
/** @typedef {import('../protocol/info.js').Info} Info */
/** @typedef {import('../game/tree.js').Evaluation} Evaluation */

const mostLines = 5;
/** Rows that are kept free for what tables know. */
const tableRows = 3;

export class AnalysisPanel {
  #on = false;
  #scheduled = false;
  /** @type {Lesson | null} */ #lesson = null;
  #solution = '';
  #opened = '';

  /** @param {App} app @param {HTMLElement} place @param {HTMLElement} bar @param {import('./board_panel.js').BoardPanel} board @param {(on: boolean) => void} explore shows and hides the explorer */
  constructor(app, place, bar, board, explore) {
    this.app = app;
    this.place = place;
    this.bar = bar;
    this.board = board;
    this.explore = explore;
    this.switch = h('input', { type: 'checkbox', role: 'switch', id: 'engine-switch' });
    this.switch.addEventListener('change', () => this.#turn(this.switch.checked));
    this.whose = h('span', { class: 'quiet whose' });
    this.facts = h('span', { class: 'quiet facts' });
    this.lines = new EngineLines((moves) => this.#walk(moves));
    this.truth = new TableValues((move) => this.#walk([move]));
    this.results = h('div', { class: 'results' }, this.lines.element, this.truth.element);
    this.graph = h('div', { class: 'graph-place' });
    this.lesson = h('div', { class: 'lesson', role: 'status' });
    this.review = new ReviewPanel(app, () => this.#engine, () => this.update(), () => this.#learn());
    place.replaceChildren(
      h('div', { class: 'panel-head' }, h('h2', {}, t('analysis.title')), this.whose,
        h('label', { class: 'switch', for: 'engine-switch' }, this.switch, h('span', {}, t('analysis.on')))),
      this.#choices(), this.results, this.graph, this.lesson, this.review.element,
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
    const explorer = checkbox(t('explorer.title'), settings.explorer, (on) => set({ explorer: on }));
    explorer.id = 'explorer-switch';
    const parts = [
      h('label', { for: 'analysis-lines' }, t('analysis.lines')), lines,
      h('label', { class: 'check' }, tables, h('span', {}, t('analysis.tables'))), explorer,
    ];
    if (engines.list.length > 1) {
      const engine = select(engines.list.map(({ name }, i) => [String(i), name]), String(settings.engine), (value) => set({ engine: Number(value) }));
      engine.setAttribute('aria-label', t('analysis.engine'));
      parts.push(engine);
    }
    return h('div', { class: 'choices' }, ...parts, this.facts);
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
  get #mayTell() {
    return !this.app.table.isLive && (!this.#lesson || this.#lesson.state === 'over');
  }

  get #mayHelp() {
    return this.#mayTell && !this.review.isRunning;
  }

  update() {
    const { table, analyst, settings } = this.app;
    const { view, record } = table;
    if (!view) return;
    if (this.#lesson && this.#lesson.table.record !== record) this.#lesson = null;
    if (this.#opened !== record.id) takeScores(record.root, notationOf(view).white);
    this.#opened = record.id;
    this.place.hidden = table.isLive;
    this.whose.textContent = t('analysis.whose', { side: sideTitle(view, lightSide(view)) });
    this.results.style.setProperty('--lines', String(settings.lines));
    this.results.style.setProperty('--rows', String(Math.max(settings.lines, settings.tables ? tableRows : 1)));
    this.switch.disabled = !this.#mayHelp;
    this.switch.checked = this.#on && this.#mayHelp;
    if (this.#on && this.#mayHelp && view.turn) analyst.follow(table.place(), this.#engine, settings.lines, settings.tables);
    else analyst.stop();
    this.explore(settings.explorer && this.#mayTell);
    this.#showFindings();
    showGraph(this.app.table, this.graph);
    this.review.update(table.isLive || Boolean(this.#lesson));
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
    this.results.classList.toggle('idle', !running);
    this.lines.show(view, shown);
    const speed = latest?.nps === undefined ? '' : t('analysis.speed', { speed: latest.nps.toLocaleString(document.documentElement.lang, { notation: 'compact' }) });
    const depth = latest?.depth === undefined ? '' : t('analysis.depth', { depth: latest.depth });
    this.facts.textContent = running ? [depth, speed].filter(Boolean).join(' · ') || '…' : '';
    this.truth.show(view, running ? truth : null);
    /** @type {Evaluation | null} */
    const best = shown[0] ? { cp: shown[0].cp, mate: shown[0].mate, wdl: shown[0].wdl, depth: shown[0].depth, best: shown[0].pv[0], pv: shown[0].pv } : null;
    const { cursor } = record;
    // A deeper look of before stays.
    if (best && (best.mate !== undefined || (best.depth ?? 0) >= (cursor.evaluation?.depth ?? 0))) cursor.evaluation = best;
    this.#showBar(view, best ?? cursor.evaluation);
    this.#showArrows(view, shown);
  }

  /** Plays a part of a line on the board. @param {string[]} moves */
  async #walk(moves) {
    const { table } = this.app;
    if (table.record.playing) table.analyse();
    for (const move of moves) if (!(await table.play(move))) return;
  }

  /** @param {View} view @param {Evaluation | null} evaluation */
  #showBar(view, evaluation) {
    const { record } = this.app.table;
    this.bar.hidden = record.playing || !evaluation || !view.turn;
    if (!evaluation || !view.turn) return;
    const score = forLight(view, evaluation);
    const light = lightSide(view);
    const lightBelow = (view.sides.find(({ name }) => name === light)?.end === 'bottom') !== record.flipped;
    const text = scoreText(score, scoreWords(view));
    this.bar.classList.toggle('light-above', !lightBelow);
    this.bar.style.setProperty('--share', String(chanceOf(score)));
    this.bar.setAttribute('aria-label', t('analysis.bar', { score: text, side: sideTitle(view, light) }));
    this.bar.replaceChildren(h('span', { class: 'bar-light' }), h('span', { class: 'bar-score' }, scoreText(score, scoreWords(view), 1)));
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

  async #learn() {
    const { table, engines } = this.app;
    const { Lesson } = await import('../analysis/learn.js');
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
