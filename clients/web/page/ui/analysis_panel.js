// Analysis of the shown position: lines, arrows, evaluation bar, tables.
import { Lesson } from '../analysis/review.js';
import { chanceOf, reversedValue, scoreText, takeScores, worthOf } from '../analysis/scores.js';
import { checkbox, h, inNextFrame, numbers, select } from './dom.js';
import { forLight, lightSide, scoreWords, sideTitle, valueText } from './descriptions.js';
import { t } from '../lang/text.js';
import { notationOf } from '../game/notation.js';
import { evaluationIn } from '../protocol/parse.js';
import { ReviewPanel, lessonParts, showGraph } from './review_panel.js';
import { saveSettings } from './settings.js';
import { MoveQuestion } from './explanations.js';

/** @import { Info, ExactValues, View } from '../protocol/parse.js' */
/** @typedef {{ item: HTMLLIElement, score: HTMLElement, moves: HTMLElement, pv: string[] }} Row */

const shownMoves = 12;

class EngineLines {
  element = h('ol', { class: 'lines' });
  /** @type {Row[]} */ #rows = [];
  /** A pressed line does not change. */ #isHeld = false;
  /** @type {{ target: HTMLElement, moves: string[] } | null} */ #pressed = null;

  /** @param {(moves: string[]) => void} walk plays the beginning of a line */
  constructor(walk) {
    this.walk = walk;
    for (const event of ['pointerup', 'pointercancel']) addEventListener(event, () => (this.#isHeld = false));
  }

  /** @param {View} view @param {Info[]} lines */
  show(view, lines) {
    if (this.#isHeld) return;
    while (this.#rows.length < lines.length) this.#addRow();
    while (this.#rows.length > lines.length) this.#rows.pop()?.item.remove();
    lines.forEach((info, i) => this.#fill(this.#rows[i], view, info));
  }

  #addRow() {
    const [score, moves] = [h('span', { class: 'score' }), h('span', { class: 'pv' })];
    const row = { item: h('li', {}, score, moves), score, moves, pv: [] };
    this.#rows.push(row);
    this.element.append(row.item);
  }

  /** @param {Row} row @param {View} view @param {Info} info */
  #fill(row, view, info) {
    row.score.textContent = scoreText(forLight(view, info), scoreWords(view));
    row.pv = info.pv.slice(0, shownMoves);
    const buttons = /** @type {HTMLElement[]} */ ([...row.moves.children]);
    row.pv.forEach((move, i) => {
      const button = buttons[i] ?? this.#addMove(row, i);
      if (button.textContent !== move) button.textContent = move;
    });
    for (const button of buttons.slice(row.pv.length)) {
      if (button === document.activeElement) buttons[row.pv.length - 1]?.focus();
      button.remove();
    }
  }

  /** A click plays the moves shown when the button was pressed. @param {Row} row @param {number} i */
  #addMove(row, i) {
    const target = h('button', {
      type: 'button', class: 'pv-move',
      onpointerdown: () => {
        this.#isHeld = true;
        this.#pressed = { target, moves: row.pv.slice(0, i + 1) };
      },
      onclick: () => {
        const moves = this.#pressed?.target === target ? this.#pressed.moves : row.pv.slice(0, i + 1);
        this.#pressed = null;
        this.walk(moves);
      },
    });
    row.moves.append(target);
    return target;
  }
}

const maxMoves = 40;

class TableValues {
  element = h('div', { class: 'exact' });
  /** @type {ExactValues | null} */ #shown = null;

  /** @param {(move: string) => void} play */
  constructor(play) {
    this.play = play;
  }

  /** @param {import('../protocol/parse.js').View} view @param {ExactValues | null} exactValues */
  show(view, exactValues) {
    if (exactValues === this.#shown) return;
    this.#shown = exactValues;
    const isKnown = exactValues && [exactValues, ...exactValues.moves].some(({ value }) => value !== 'unknown');
    if (!isKnown) return this.element.replaceChildren();
    /** @param {string} value */
    const forLight = (value) => (view.turn === lightSide(view) ? value : reversedValue(value));
    const exact = t('analysis.exact', { value: valueText(forLight(exactValues.value)) });
    const moves = [...exactValues.moves].sort((a, b) => worthOf(b.value) - worthOf(a.value)).slice(0, maxMoves);
    this.element.replaceChildren(
      h('strong', { title: exact }, exact),
      ...moves.map(({ move, value }) => {
        const [word, plies = ''] = forLight(value).split(' ');
        return h('button', { type: 'button', class: `pv-move value-${word}`, onclick: () => this.play(move) },
          `${move} `, h('span', {}, `${t(`analysis.value.${word}`)} ${plies}`));
      }));
  }
}

/** @typedef {import('../main.js').App} App */
/** @typedef {import('../game/tree.js').Evaluation} Evaluation */

const maxLines = 5;
/** Rows reserved for endgame tables. */
const tableRows = 3;

export class AnalysisPanel {
  #on = false;

  /** @type {Lesson | null} */ #lesson = null;
  #solution = '';
  #opened = '';

  /** @param {App} app @param {HTMLElement} container @param {HTMLElement} bar @param {import('./board_panel.js').BoardPanel} board @param {(on: boolean) => void} explore shows and hides the explorer */
  constructor(app, container, bar, board, explore) {
    this.app = app;
    this.container = container;
    this.bar = bar;
    this.board = board;
    this.explore = explore;
    this.switch = h('input', { type: 'checkbox', role: 'switch', id: 'engine-switch', onchange: () => {
      this.#on = this.switch.checked;
      this.update();
    } });
    this.whose = h('span', { class: 'quiet whose' });
    this.facts = h('span', { class: 'quiet facts' });
    this.lines = new EngineLines((moves) => this.#walk(moves));
    this.exactValues = new TableValues((move) => this.#walk([move]));
    this.results = h('div', { class: 'results' }, this.lines.element, this.exactValues.element);
    this.graph = h('div', { class: 'graph-place' });
    this.lesson = h('div', { class: 'lesson', role: 'status' });
    this.why = new MoveQuestion(app, () => this.#engine, () => this.update());
    this.review = new ReviewPanel(app, () => this.#engine, () => this.update(), () => this.#learn(), this.why.button);
    container.replaceChildren(
      h('div', { class: 'panel-head' }, h('h2', {}, t('analysis.title')), this.whose,
        h('label', { class: 'switch', for: 'engine-switch' }, this.switch, h('span', {}, t('analysis.on')))),
      this.#choices(), this.results, this.why.answer, this.graph, this.lesson, this.review.element,
    );
    app.currentGame.onUpdate(() => this.update());
    app.currentGame.onMoved((node) => this.#lesson?.judge(node, () => this.#showLesson()));
  }

  #choices() {
    const { settings, engines } = this.app;
    /** @param {Partial<import('./settings.js').Settings>} part */
    const set = (part) => {
      Object.assign(settings, part);
      saveSettings(settings);
      this.update();
    };
    const lines = select(numbers(1, maxLines), String(settings.lines), (value) => set({ lines: Number(value) }), 'analysis-lines');
    const explorer = checkbox(t('explorer.title'), settings.explorer, (on) => set({ explorer: on }));
    explorer.id = 'explorer-switch';
    const parts = [
      h('label', { for: 'analysis-lines' }, t('analysis.lines')), lines,
      checkbox(t('analysis.tables'), settings.tables, (tables) => set({ tables })), explorer,
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

  /** False during a game, and while a lesson asks. */
  get #mayShow() {
    return !this.app.currentGame.isLive && (!this.#lesson || this.#lesson.state === 'over');
  }

  get #mayAnalyse() {
    return this.#mayShow && !this.review.isRunning;
  }

  update() {
    const { currentGame, analyst, settings } = this.app;
    const { view, record } = currentGame;
    if (!view) return;
    if (this.#lesson && this.#lesson.record !== record) this.#endLesson();
    if (this.#opened !== record.id) takeScores(record.root, notationOf(view).white, view.turn);
    this.#opened = record.id;
    this.container.hidden = currentGame.isLive;
    this.whose.textContent = t('analysis.whose', { side: sideTitle(view, lightSide(view)) });
    this.results.style.setProperty('--lines', String(settings.lines));
    this.results.style.setProperty('--rows', String(Math.max(settings.lines, settings.tables ? tableRows : 1)));
    this.switch.disabled = !this.#mayAnalyse;
    this.switch.checked = this.#on && this.#mayAnalyse;
    this.why.update(this.#mayAnalyse);
    if (this.#on && this.#mayAnalyse && view.turn && !this.why.isAsking) analyst.follow(currentGame.positionAt(), this.#engine, settings.lines, settings.tables);
    else analyst.stop();
    this.explore(settings.explorer && this.#mayShow);
    this.#showFindings();
    showGraph(this.app.currentGame, this.graph);
    this.review.update(currentGame.isLive || Boolean(this.#lesson));
    this.#showLesson();
  }

  /** Draws new results at most once a frame. */
  found = inNextFrame(() => this.#showFindings());

  #showFindings() {
    const { currentGame, analyst } = this.app;
    const { view, record } = currentGame;
    if (!view) return;
    const running = analyst.isRunning;
    const { lines, latest, exactValues } = analyst.findings;
    const shown = running ? lines.filter(Boolean) : [];
    this.results.classList.toggle('idle', !running && !(this.#on && this.why.isAsking));
    this.lines.show(view, shown);
    const speed = latest?.nps === undefined ? '' : t('analysis.speed', { speed: latest.nps.toLocaleString(document.documentElement.lang, { notation: 'compact' }) });
    const depth = latest?.depth === undefined ? '' : t('analysis.depth', { depth: latest.depth });
    this.facts.textContent = running ? [depth, speed].filter(Boolean).join(' · ') || '…' : '';
    this.exactValues.show(view, running ? exactValues : null);
    const best = shown[0] ? evaluationIn(shown[0]) : null;
    const { cursor } = record;
    // A deeper evaluation stays.
    if (best && (best.mate !== undefined || (best.depth ?? 0) >= (cursor.evaluation?.depth ?? 0))) cursor.evaluation = best;
    this.#showBar(view, best ?? cursor.evaluation);
    this.#showArrows(view, shown);
  }

  /** @param {string[]} moves */
  async #walk(moves) {
    for (const move of moves) if (!(await this.app.currentGame.play(move))) return;
  }

  /** @param {View} view @param {Evaluation | null} evaluation */
  #showBar(view, evaluation) {
    const { record } = this.app.currentGame;
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
    const { currentGame, engines } = this.app;
    this.#lesson = new Lesson(currentGame, engines, this.#engine);
    this.#solution = '';
    await this.#lesson.show();
    this.update();
  }

  #endLesson() {
    this.#lesson?.ask();
    this.#lesson = null;
  }

  #showLesson() {
    const lesson = this.#lesson;
    const { view } = this.app.currentGame;
    if (!lesson || !view) return this.lesson.replaceChildren();
    this.lesson.replaceChildren(...lessonParts(lesson, view, this.#solution, {
      end: () => {
        this.#endLesson();
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
