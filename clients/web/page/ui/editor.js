// The board editor: every piece of the game, the side to move, the size if it is variable. The engine decides
// whether the position is valid.
import { Drawing } from '../board/draw.js';
import { drawPiece, figureChooser } from '../board/pieces.js';
import { svg } from '../board/svg.js';
import { listen } from '../board/input.js';
import { positionText } from '../game/position_text.js';
import { emptyBoard } from '../games/reduced_chess.js';
import { newRecord } from '../play/record.js';
import { usualMachine } from '../play/players.js';
import { Steps } from '../play/steps.js';
import { lookOf } from '../protocol/view.js';
import { refusalText } from '../lang/refusal.js';
import { t } from '../lang/text.js';
import { button, enable, field, h, iconButton, select } from './dom.js';
import { overText } from './new_game.js';
import { describeCell, kindName, sideTitle } from './words.js';
import { tell } from './messages.js';
import { showZoomTools } from './zoom_tools.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('../protocol/view.js').View} View */

/** @typedef {{ view: View, turn: string }} Position that is never changed */

const moveTool = 'move';
const eraser = '';

/** @param {View} view @returns {View} */
const copyOf = (view) => ({ ...view, cells: view.cells.map((cell) => ({ ...cell })) });

export class Editor {
  /** @type {View | null} */ #view = null;
  #tool = moveTool;
  #turn = '';
  #cursor = -1;
  #from = -1;
  /** What was done to the position. */ steps = new Steps();
  /** @type {Position | null} */ #present = null;

  /** @param {App} app @param {HTMLElement} board @param {HTMLElement} panel */
  constructor(app, board, panel) {
    this.app = app;
    this.panel = panel;
    this.undo = iconButton(t('moves.undo'), 'undo', () => this.steps.undo());
    this.redo = iconButton(t('moves.redo'), 'redo', () => this.steps.redo());
    this.undo.id = 'editor-undo';
    this.redo.id = 'editor-redo';
    this.drawing = new Drawing(board, describeCell);
    listen(this.drawing, {
      press: (index) => this.#press(index),
      holds: (index) => this.#tool === moveTool && Boolean(this.#view?.cells[index].piece),
      release: (index, dragged) => this.#release(index, dragged),
      cancel: () => {},
      cursor: (index) => {
        this.#cursor = index;
        this.#mark();
      },
    });
    showZoomTools(this.drawing);
  }

  /** Starts with the position on the game's board. */
  open() {
    const { view } = this.app.table;
    this.steps = new Steps();
    this.steps.addEventListener('change', () => this.#showSteps());
    this.#present = null;
    if (view) this.#edit(view, view.turn || view.sides[0].name);
  }

  /** After each change: it is a step. */
  #note() {
    const [before, view] = [this.#present, this.#view];
    if (!view) return;
    const after = { view: copyOf(view), turn: this.#turn };
    if (before && before.turn === after.turn && before.view.fen === view.fen && before.view.cells.every(({ piece }, i) => piece === view.cells[i]?.piece)) return;
    this.#present = after;
    if (before) this.steps.push({ undo: () => this.#go(before), redo: () => this.#go(after) });
  }

  /** @param {Position} position */
  #go(position) {
    this.#present = position;
    this.#from = -1;
    this.#edit(position.view, position.turn);
  }

  #showSteps() {
    enable(this.undo, this.steps.last !== undefined);
    enable(this.redo, this.steps.next !== undefined);
  }

  /** @param {View} view @param {string} turn */
  #edit(view, turn) {
    this.#view = copyOf(view);
    this.#turn = turn;
    if (this.#tool !== moveTool && !view.pieces.has(this.#tool)) this.#tool = moveTool;
    this.#draw();
    this.#showPanel();
  }

  /** After the look of boards has changed. */
  redraw() {
    this.#draw();
    this.#showPanel();
  }

  #draw() {
    this.#note();
    if (this.#view) this.drawing.show(this.#view, this.app.table.record.flipped);
    this.#mark();
  }

  #mark() {
    const chosen = this.#from >= 0 ? this.#view?.cells[this.#from].name : undefined;
    this.drawing.mark({ cursor: this.#cursor, chosen });
  }

  /** @param {number} index @returns {boolean} */
  #press(index) {
    const cell = this.#view?.cells[index];
    if (!cell?.name) return false;
    if (this.#tool === moveTool && this.#from >= 0 && index !== this.#from) {
      this.#carry(index);
      return false;
    }
    if (this.#tool === moveTool) this.#from = cell.piece && this.#from !== index ? index : -1;
    else cell.piece = this.#tool === cell.piece ? '' : this.#tool;
    this.#draw();
    return this.#tool === moveTool && this.#from === index;
  }

  /** @param {number} index @param {boolean} dragged */
  #release(index, dragged) {
    if (this.#tool !== moveTool || !dragged || this.#from < 0) return;
    if (index < 0 && this.#view) this.#view.cells[this.#from].piece = '';
    if (index !== this.#from && index >= 0) return this.#carry(index);
    this.#from = -1;
    this.#draw();
  }

  /** @param {number} to */
  #carry(to) {
    const cells = this.#view?.cells;
    if (cells?.[to].name) {
      cells[to].piece = cells[this.#from].piece;
      cells[this.#from].piece = '';
    }
    this.#from = -1;
    this.#draw();
  }

  #showPanel() {
    const view = this.#view;
    if (!view) return;
    const turn = select(view.sides.map(({ name }) => [name, sideTitle(view, name)]), this.#turn, (name) => {
      this.#turn = name;
      this.#note();
    });
    turn.id = 'editor-turn';
    this.panel.replaceChildren(
      h('h1', { class: 'game-title' }, t('editor.title')), h('p', { class: 'quiet' }, t('editor.hint')),
      this.#palette(view), field(t('editor.turn'), turn), ...this.#sizes(view),
      h('div', { class: 'buttons' }, this.undo, this.redo,
        button(t('editor.clear'), () => this.#clear()), button(t('editor.start'), () => this.#restart())),
      h('div', { class: 'buttons' },
        button(t('editor.play'), () => this.#begin(true), { kind: 'primary', id: 'editor-play' }),
        button(t('editor.analyse'), () => this.#begin(false), { id: 'editor-analyse' }),
        button(t('app.cancel'), () => this.app.show('board'))),
    );
    this.#showSteps();
  }

  /** @param {View} view */
  #palette(view) {
    const figure = figureChooser(view.pieces.values());
    const tools = h('div', { class: 'palette', role: 'radiogroup', 'aria-label': t('editor.title') });
    /** @param {string} tool @param {string} text @param {Node} content */
    const add = (tool, text, content) => {
      const input = h('input', { type: 'radio', name: 'tool', checked: tool === this.#tool });
      input.addEventListener('change', () => {
        this.#tool = tool;
        this.#from = -1;
        this.#mark();
      });
      tools.append(h('label', { class: 'tool', title: text }, input, content, h('span', { class: 'sr-only' }, text)));
    };
    add(moveTool, t('editor.move'), h('span', { class: 'tool-text' }, '✥'));
    add(eraser, t('editor.erase'), h('span', { class: 'tool-text' }, '✕'));
    for (const piece of view.pieces.values()) {
      const picture = svg('svg', { viewBox: '0 0 100 100', class: 'tool-picture', 'aria-hidden': 'true' }, drawPiece(piece, lookOf(view, piece), figure(piece)));
      add(piece.letter, `${sideTitle(view, piece.side)}: ${kindName(view, piece.kind)}`, picture);
    }
    return tools;
  }

  /** @param {View} view */
  #sizes(view) {
    const sizes = view.facts.get('sizes')?.split(' ');
    if (!sizes) return [];
    const size = h('input', { type: 'number', id: 'editor-size', min: sizes[0], max: sizes[1], value: view.columns });
    size.addEventListener('change', () => this.#look(emptyBoard(Number(size.value))));
    return [field(t('editor.size'), size)];
  }

  #clear() {
    for (const cell of this.#view?.cells ?? []) cell.piece = '';
    this.#draw();
  }

  #restart() {
    return this.#look('startpos');
  }

  /** @param {string} start */
  async #look(start) {
    const { game } = this.app.table.record;
    try {
      const view = await this.app.referee.look({ game, start, moves: [] });
      this.#edit(view, view.turn || view.sides[0].name);
    } catch (error) {
      tell(refusalText(error), 'refusal');
    }
  }

  /** @param {boolean} playing */
  async #begin(playing) {
    const view = this.#view;
    if (!view) return;
    const { record } = this.app.table;
    const known = Object.keys(record.players).length > 0 ? record.players : {
      [view.sides[0].name]: /** @type {const} */ ({ kind: 'human' }), [view.sides[1].name]: usualMachine,
    };
    const start = positionText(view, this.#turn);
    const problem = playing ? await overText(this.app, record.game, start) : '';
    if (problem) return tell(problem, 'refusal');
    const done = await this.app.open(newRecord(record.game, start, { playing, players: playing ? structuredClone(known) : {}, flipped: record.flipped }));
    if (done) this.app.show('board');
  }
}
