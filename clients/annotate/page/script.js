// Clicking through the games of this page. Without it everything can still be read and printed.
(() => {
  'use strict';
  const namespace = 'http://www.w3.org/2000/svg';
  const size = 100; // of a square
  const boards = JSON.parse(document.getElementById('boards').textContent);

  function element(tag, attributes) {
    const made = document.createElementNS(namespace, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  }

  /** A game of the page: which position is shown, and how the board is turned. */
  class Game {
    constructor(article) {
      this.article = article;
      this.data = JSON.parse(article.querySelector('script').textContent);
      this.board = boards[this.data.board];
      this.svg = article.querySelector('.stage .board');
      this.moves = [...article.querySelectorAll('.move')];
      this.output = article.querySelector('output');
      this.cursor = article.querySelector('.cursor');
      this.flipped = false;
      this.show(0);
    }

    get last() { return this.data.frames.length - 1; }

    show(ply) {
      this.ply = Math.max(0, Math.min(this.last, ply));
      this.line = null;
      this.draw(this.data.frames[this.ply]);
      this.moves.forEach((move, i) => move.toggleAttribute('aria-current', i + 1 === this.ply));
      const x = (600 * this.ply) / Math.max(1, this.last);
      this.cursor.setAttribute('x1', x);
      this.cursor.setAttribute('x2', x);
      const move = this.moves[this.ply - 1];
      this.output.textContent = move ? `${this.number(this.ply)} ${move.textContent} ${move.title}` : 'Beginning';
    }

    number(ply) {
      for (let node = this.moves[ply - 1].previousElementSibling; node; node = node.previousElementSibling) {
        if (node.matches('.number')) return node.nextElementSibling === this.moves[ply - 1] ? node.textContent : node.textContent.replace(/\.+$/, '...');
      }
      return '';
    }

    showLine(line, step) {
      this.show(Number.parseInt(line, 10));
      this.line = [line, step];
      this.draw(this.data.lines[line][step]);
      const button = this.article.querySelector(`[data-line="${line}"][data-step="${step}"]`);
      const what = button.closest('.people') ? 'Variation' : 'Better line';
      this.output.textContent = `${what}: ${button.textContent}`;
    }

    draw([pieces, path]) {
      const { columns, rows, squares } = this.board;
      const place = (index) => {
        const at = this.flipped ? columns * rows - 1 - index : index;
        return { x: (at % columns) * size, y: Math.floor(at / columns) * size };
      };
      const marks = path.filter((name) => name in squares).map((name) => element('rect', { class: 'last', width: size, height: size, ...place(squares[name]) }));
      const drawn = [...pieces].flatMap((letter, index) => {
        const known = this.board.pieces[letter];
        return known ? [element('use', { href: `#${known[0]}`, class: known[1], ...place(index) })] : [];
      });
      this.svg.querySelector('.marks').replaceChildren(...marks);
      this.svg.querySelector('.pieces').replaceChildren(...drawn);
      const [ground, labels] = this.svg.querySelectorAll(':scope > use');
      ground.setAttribute('transform', this.flipped ? `rotate(180 ${(columns * size) / 2} ${(rows * size) / 2})` : '');
      labels.setAttribute('href', `#${this.flipped ? 'turned' : 'labels'}${this.data.board}`);
    }

    go(where) {
      if (where === 'first') this.show(0);
      if (where === 'back') this.step(-1);
      if (where === 'forward') this.step(1);
      if (where === 'last') this.show(this.last);
      if (where === 'mistake') this.showMistake();
      if (where === 'flip') {
        this.flipped = !this.flipped;
        this.draw(this.line ? this.data.lines[this.line[0]][this.line[1]] : this.data.frames[this.ply]);
      }
    }

    step(by) {
      if (!this.line) return this.show(this.ply + by);
      const [line, step] = this.line;
      const next = step + by;
      if (next < 0) this.show(Number.parseInt(line, 10));
      else if (next < this.data.lines[line].length) this.showLine(line, next);
    }

    showMistake() {
      const judged = (move) => move.matches('.inaccuracy, .mistake, .blunder');
      const next = this.moves.findIndex((move, i) => i >= this.ply && judged(move));
      const first = this.moves.findIndex(judged);
      if (first >= 0) this.show((next >= 0 ? next : first) + 1);
    }
  }

  const games = new Map();
  /** Its game, which is made when it is first needed. */
  function gameOf(article) {
    if (!games.has(article)) games.set(article, new Game(article));
    return games.get(article);
  }
  const articles = [...document.querySelectorAll('.game')];
  let current = articles[0];

  /** The game that the keys are for: the one that was used last, if it can be seen, else the first that can. */
  function visibleGame() {
    const seen = (article) => {
      const { top, bottom } = article.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    };
    return current && seen(current) ? current : articles.find(seen);
  }

  function followHash() {
    const found = /^#(g\d+)(?:m(\d+))?$/.exec(location.hash);
    const article = found && document.getElementById(found[1]);
    if (!article) return;
    current = article;
    if (found[2]) {
      gameOf(article).show(Number(found[2]));
      article.scrollIntoView();
    }
  }

  document.addEventListener('click', (event) => {
    const article = event.target.closest('.game');
    if (!article) return;
    current = article;
    const game = gameOf(article);
    const move = event.target.closest('.move');
    const go = event.target.closest('[data-go]');
    const line = event.target.closest('[data-line]');
    const graph = event.target.closest('.graph svg');
    if (move) {
      event.preventDefault();
      game.show(game.moves.indexOf(move) + 1);
    } else if (go) {
      game.go(go.dataset.go);
    } else if (line) {
      game.showLine(line.dataset.line, Number(line.dataset.step));
      article.querySelector('.stage').scrollIntoView({ block: 'nearest' });
    } else if (graph) {
      const { left, width } = graph.getBoundingClientRect();
      game.show(Math.round(((event.clientX - left) / width) * game.last));
    } else if (event.target.closest('.stage .board')) {
      const { left, width } = game.svg.getBoundingClientRect();
      game.go(event.clientX - left < width / 3 ? 'back' : 'forward');
    }
  });
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const where = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last', m: 'mistake', f: 'flip' }[event.key];
    const article = where && visibleGame();
    if (!article) return;
    event.preventDefault();
    current = article;
    gameOf(article).go(where);
  });
  addEventListener('hashchange', followHash);
  followHash();
})();
