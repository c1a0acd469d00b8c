// Turns clicked squares into moves and premoves.

/** @typedef {import('../protocol/parse.js').Route} Route */
/** @typedef {{ kind: 'none' | 'chosen' | 'step' | 'deselected' | 'ambiguous' } | { kind: 'play', route: Route } | { kind: 'refused', from: string, to: string }} Outcome */

/**
 * @typedef {object} EntryRules
 * @property {(square: string) => boolean} canChoose whether a move may begin there, legal or not
 * @property {boolean} canChange whether another piece may be chosen instead
 * @property {boolean} touchMove whether a chosen piece must move if it can
 */

export class MoveEntry {
  #routes;
  #rules;

  /** @param {Route[]} routes @param {EntryRules} rules @param {string[]} [clicked] the squares clicked so far */
  constructor(routes, rules, clicked = []) {
    this.#routes = routes;
    this.#rules = rules;
    this.clicked = clicked;
  }

  get #open() {
    return this.#routes.filter((route) => this.clicked.every((square, i) => route.path[i] === square));
  }

  /** Next squares; value: whether the move is a capture. @returns {Map<string, boolean>} */
  targets() {
    if (this.clicked.length === 0) return new Map();
    const next = this.#open.filter((route) => route.path.length > this.clicked.length);
    return new Map(next.map((route) => [route.path[this.clicked.length], route.takes.length > 0]));
  }

  /** Squares captured so far. @returns {string[]} */
  taken() {
    const jumps = this.clicked.length - 1;
    const route = this.#open.find(({ takes, path }) => takes.length === path.length - 1);
    return jumps > 0 ? (route?.takes.slice(0, jumps) ?? []) : [];
  }

  clear() {
    this.clicked = [];
  }

  /** @param {string} square @returns {Outcome} */
  press(square) {
    if (this.clicked.length === 0) return this.#choose(square);
    const next = this.#open.filter((route) => route.path[this.clicked.length] === square);
    if (next.length > 0) {
      this.clicked.push(square);
      return this.#complete(next) ?? { kind: 'step' };
    }
    const isLast = this.clicked[this.clicked.length - 1] === square;
    const ending = this.#open.filter(({ path }) => path[path.length - 1] === square && (path.length > 1 || !isLast));
    const moves = new Set(ending.map(({ move }) => move));
    if (moves.size === 1) return { kind: 'play', route: ending[0] };
    if (moves.size > 1) return { kind: 'ambiguous' };
    return this.#reselect(square, isLast);
  }

  /** For a square where no move ends. @param {string} square @param {boolean} isLast whether it was clicked last @returns {Outcome} */
  #reselect(square, isLast) {
    const from = this.clicked[0];
    const mustMove = this.#rules.touchMove && this.#routes.some(({ path }) => path[0] === from);
    if (isLast) {
      if (this.clicked.length > 1) this.clicked.pop();
      else if (!mustMove) this.clear();
      return { kind: 'deselected' };
    }
    if (this.#rules.canChange && this.#rules.canChoose(square) && !mustMove) return this.#choose(square);
    if (this.clicked.length > 1) return { kind: 'none' };
    if (!mustMove) this.clear();
    return { kind: 'refused', from, to: square };
  }

  /** @param {string} square @returns {Outcome} */
  #choose(square) {
    if (!this.#rules.canChoose(square)) return { kind: 'none' };
    this.clicked = [square];
    return { kind: 'chosen' };
  }

  /** The move if it is unique and its path is complete. @param {Route[]} routes @returns {Outcome | null} */
  #complete(routes) {
    const complete = routes.find(({ path }) => path.length === this.clicked.length);
    return complete && routes.every(({ move }) => move === complete.move) ? { kind: 'play', route: complete } : null;
  }
}

/**
 * An illegal move in the game's notation, for the engine to explain.
 * @param {Route[]} routes @param {string} from @param {string} to
 */
export function illegalMoveText(routes, from, to) {
  const model = routes.find(({ path, takes }) => takes.length === 0 && path.length === 2) ?? routes[0];
  const between = model ? (model.move.slice(model.path[0].length).split(model.path[1])[0] ?? '') : '';
  return from + between + to;
}

export class Premove {
  from = '';
  to = '';

  clear() {
    this.from = this.to = '';
  }

  /** Source and target if both are known. @returns {string[]} */
  get squares() {
    return this.to ? [this.from, this.to] : [];
  }

  /** An own piece starts a premove, another square completes it, the next click cancels it. @param {string} square @param {boolean} isOwn whether an own piece is there */
  press(square, isOwn) {
    if (isOwn && square !== this.from) [this.from, this.to] = [square, ''];
    else if (this.from && !this.to && !isOwn) this.to = square;
    else this.clear();
  }

  /** Completes a premove by a drag, also to an own piece (a recapture). @param {string} square */
  drop(square) {
    if (this.from) this.to = square;
  }

  /** Returns the only legal move that matches; clears the premove. @param {Route[]} routes @returns {Route | null} */
  take(routes) {
    const { from, to } = this;
    this.clear();
    if (!to) return null;
    const meant = routes.filter(({ path }) => path[0] === from && path[path.length - 1] === to);
    return new Set(meant.map(({ move }) => move)).size === 1 ? meant[0] : null;
  }
}
