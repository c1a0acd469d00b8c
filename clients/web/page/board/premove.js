// Premoves: a move entered while the opponent thinks, from one square to another, and played as soon as it is legal.

/** @typedef {import('../protocol/view.js').Route} Route */

export class Premove {
  from = '';
  to = '';

  clear() {
    this.from = this.to = '';
  }

  /** Source and target, once both are known. @returns {string[]} */
  get squares() {
    return this.to ? [this.from, this.to] : [];
  }

  /** A click: an own piece begins a premove, another square is its target; then any square cancels it. @param {string} square @param {boolean} isOwn whether an own piece stands there */
  press(square, isOwn) {
    if (isOwn && square !== this.from) [this.from, this.to] = [square, ''];
    else if (this.from && !this.to && !isOwn) this.to = square;
    else this.clear();
  }

  /** The chosen piece was dragged there; an own piece may be the target, to recapture. @param {string} square */
  drop(square) {
    if (this.from) this.to = square;
  }

  /** The legal move that matches, if there is exactly one; clears the premove. @param {Route[]} routes @returns {Route | null} */
  take(routes) {
    const { from, to } = this;
    this.clear();
    if (!to) return null;
    const meant = routes.filter(({ path }) => path[0] === from && path[path.length - 1] === to);
    return new Set(meant.map(({ move }) => move)).size === 1 ? meant[0] : null;
  }
}
