// A move that is entered while the opponent thinks: from one square to another, played as soon as it is a move.

/** @typedef {import('../protocol/view.js').Route} Route */

export class Premove {
  from = '';
  to = '';

  clear() {
    this.from = this.to = '';
  }

  /** From where to where, once both are known. @returns {string[]} */
  get squares() {
    return this.to ? [this.from, this.to] : [];
  }

  /** A click: an own piece begins a premove, another square is its target; then any square gives it up. @param {string} square @param {boolean} isOwn whether an own piece stands there */
  press(square, isOwn) {
    if (isOwn && square !== this.from) [this.from, this.to] = [square, ''];
    else if (this.from && !this.to && !isOwn) this.to = square;
    else this.clear();
  }

  /** The chosen piece was dragged there, also onto an own piece: that is to take back what takes it. @param {string} square */
  drop(square) {
    if (this.from) this.to = square;
  }

  /** The move that was meant, where there is exactly one; nothing is kept of the premove. @param {Route[]} routes @returns {Route | null} */
  take(routes) {
    const { from, to } = this;
    this.clear();
    if (!to) return null;
    const meant = routes.filter(({ path }) => path[0] === from && path[path.length - 1] === to);
    return new Set(meant.map(({ move }) => move)).size === 1 ? meant[0] : null;
  }
}
