// The board editor. The engine decides whether a position is valid.
import { notationOf } from '../game/notation.js';
import { Drawing } from '../board/drawing.js';
import { drawPiece, figureChooser } from '../board/pieces.js';
import { svg } from '../board/geometry.js';
import { listen } from '../board/input.js';
import { emptyBoard } from '../games/specifications.js';
import { newRecord } from '../play/game_record.js';
import { defaultPlayers } from '../play/players.js';
import { UndoStack } from '../play/undo.js';
import { lookOf } from '../protocol/parse.js';
import { t } from '../lang/text.js';
import { button, enable, field, h, iconButton, select } from './dom.js';
import { cannotPlayText } from './new_game_dialog.js';
import { describeCell, kindName, sideTitle } from './descriptions.js';
import { refuse } from './dialogs.js';
import { showZoomTools } from './board_panel.js';

/** @typedef {import('../protocol/parse.js').View} View */

/** The text of an edited position: FEN, or the game's own text with other letters. @param {View} view @param {string} turn @returns {string} */
export function positionText(view, turn) {
  const standard = view.facts.get('standard') ?? 'none';
  if (standard === 'fen') return fenText(view, turn);
  return exchanged(view, turn) ?? (standard === 'pdn-fen' ? pdnFenText(view, turn) : view.fen);
}

/** @param {View} view @param {string} turn */
function fenText(view, turn) {
  const letters = view.cells.map(({ piece }) => piece || ' ');
  const rows = Array.from({ length: view.rows }, (_, row) =>
    letters.slice(row * view.columns, (row + 1) * view.columns).join('').replace(/ +/g, ({ length }) => String(length)));
  return `${rows.join('/')} ${turn === notationOf(view).white ? 'w' : 'b'} - - 0 1`;
}

/** @param {View} view @param {string} turn */
function pdnFenText(view, turn) {
  const { white } = notationOf(view);
  /** @param {boolean} isWhite */
  const squares = (isWhite) =>
    view.cells.flatMap(({ name, piece }) => {
      const { side, kind } = view.pieces.get(piece) ?? {};
      return side && (side === white) === isWhite ? [(kind === 'king' ? 'K' : '') + name] : [];
    });
  return `${turn === white ? 'W' : 'B'}:W${squares(true).join(',')}:B${squares(false).join(',')}`;
}

/** Null if the text does not have one letter per square. @param {View} view @param {string} turn @returns {string | null} */
function exchanged(view, turn) {
  const [, board, between, side] = /^(.*?)([: ])(\w+)$/.exec(view.fen) ?? [];
  if (!board || !view.sides.some(({ name }) => name === side)) return null;
  const letters = [...view.cells.filter(({ name }) => name).map(({ piece }) => piece || '.')];
  const places = [...board].filter((letter) => letter === '.' || view.pieces.has(letter)).length;
  if (places !== letters.length) return null;
  const text = [...board].map((letter) => (letter === '.' || view.pieces.has(letter) ? letters.shift() : letter));
  return text.join('') + between + turn;
}

/** @typedef {import('../main.js').App} App */

/** @typedef {{ view: View, turn: string }} EditedPosition immutable */

const moveTool = 'move';
const eraser = '';

export class Editor {
  /** @type {View | null} */ #view = null;
  #tool = moveTool;
  #turn = '';
  #cursor = -1;
  #from = -1;
  steps = new UndoStack();
  /** @type {EditedPosition | null} */ #present = null;
  /** The position being loaded. */ #loading = {};

  /** @param {App} app @param {HTMLElement} board @param {HTMLElement} panel */
  constructor(app, board, panel) {
    this.app = app;
    this.panel = panel;
    this.undoButton = iconButton(t('moves.undo'), 'undo', () => this.steps.undo(), 'editor-undo');
    this.redoButton = iconButton(t('moves.redo'), 'redo', () => this.steps.redo(), 'editor-redo');
    this.drawing = new Drawing(board, describeCell);
    listen(this.drawing, {
      press: (index) => this.#press(index),
      canDrag: (index) => this.#tool === moveTool && Boolean(this.#view?.cells[index].piece),
      release: (index, dragged) => this.#release(index, dragged),
      cancel: () => {},
      cursor: (index) => {
        this.#cursor = index;
        this.#mark();
      },
    });
    showZoomTools(this.drawing);
  }

  /** Edits the position on the board. */
  open() {
    const { view } = this.app.currentGame;
    this.#loading = {};
    this.steps = new UndoStack();
    this.steps.addEventListener('change', () => this.#showSteps());
    this.#present = null;
    if (view) this.#edit(view, view.turn || view.sides[0].name);
  }

  /** Records a change as a step. */
  #note() {
    const [before, view] = [this.#present, this.#view];
    if (!view) return;
    const after = { view: structuredClone(view), turn: this.#turn };
    if (before && before.turn === after.turn && before.view.fen === view.fen && before.view.cells.every(({ piece }, i) => piece === view.cells[i]?.piece)) return;
    this.#present = after;
    if (before) this.steps.push({ undo: () => this.#go(before), redo: () => this.#go(after) });
  }

  /** @param {EditedPosition} position */
  #go(position) {
    this.#present = position;
    this.#from = -1;
    this.#edit(position.view, position.turn);
  }

  #showSteps() {
    enable(this.undoButton, this.steps.last !== undefined);
    enable(this.redoButton, this.steps.next !== undefined);
  }

  /** @param {View} view @param {string} turn */
  #edit(view, turn) {
    this.#view = structuredClone(view);
    this.#turn = turn;
    if (this.#tool !== moveTool && !view.pieces.has(this.#tool)) this.#tool = moveTool;
    this.redraw();
  }

  /** Called after changes of the settings. */
  redraw() {
    this.#draw();
    this.#showPanel();
  }

  #draw() {
    this.#note();
    if (this.#view) this.drawing.show(this.#view, this.app.currentGame.record.flipped);
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
    }, 'editor-turn');
    this.panel.replaceChildren(
      h('h1', { class: 'game-title' }, t('editor.title')), h('p', { class: 'quiet' }, t('editor.hint')),
      this.#palette(view), field(t('editor.turn'), turn), ...this.#sizes(view),
      h('div', { class: 'buttons' }, this.undoButton, this.redoButton,
        button(t('editor.clear'), () => this.#clear()), button(t('editor.start'), () => this.#load('startpos'))),
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
      const input = h('input', { type: 'radio', name: 'tool', checked: tool === this.#tool, onchange: () => {
        this.#tool = tool;
        this.#from = -1;
        this.#mark();
      } });
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
    return [field(t('editor.size'), h('input', { type: 'number', id: 'editor-size', min: sizes[0], max: sizes[1], value: view.columns,
      onchange: ({ target }) => this.#load(emptyBoard(Number(target.value))) }))];
  }

  #clear() {
    for (const cell of this.#view?.cells ?? []) cell.piece = '';
    this.#draw();
  }

  /** @param {string} start */
  async #load(start) {
    const position = { game: this.app.currentGame.record.game, start, moves: [] };
    this.#loading = position;
    try {
      const view = await this.app.referee.view(position);
      if (this.#loading === position) this.#edit(view, view.turn || view.sides[0].name);
    } catch (error) {
      refuse(error);
    }
  }

  /** @param {boolean} playing */
  async #begin(playing) {
    const view = this.#view;
    if (!view) return;
    const { record } = this.app.currentGame;
    const known = Object.keys(record.players).length > 0 ? record.players : defaultPlayers(view);
    const start = positionText(view, this.#turn);
    const problem = playing ? await cannotPlayText(this.app, record.game, start) : '';
    if (problem) return refuse(problem);
    const done = await this.app.open(newRecord(record.game, start, { playing, players: playing ? structuredClone(known) : {}, flipped: record.flipped }));
    if (done) this.app.show('board');
  }
}
