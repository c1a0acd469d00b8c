// Lines from one thread to another through shared memory. The reader can wait without an event loop.
// @ts-check

// The memory: four numbers, then a ring of bytes with lines, each after its length (four bytes, little-endian).
const WRITTEN = 0; // bytes written, modulo 2^32
const READ = 1; // bytes read, modulo 2^32
const ENDED = 2; // 1: no more lines
const NEWS = 3; // counts changes, for waits
const NUMBERS = 4;
const LENGTH = 4;

/** @param {number} bytes of the ring, a power of two */
export function sharedLines(bytes = 1 << 20) {
  return new SharedArrayBuffer(NUMBERS * Int32Array.BYTES_PER_ELEMENT + bytes);
}

class End {
  /** @param {SharedArrayBuffer} memory */
  constructor(memory) {
    this.numbers = new Int32Array(memory, 0, NUMBERS);
    this.ring = new Uint8Array(memory, NUMBERS * Int32Array.BYTES_PER_ELEMENT);
  }

  filled() {
    return (Atomics.load(this.numbers, WRITTEN) - Atomics.load(this.numbers, READ)) >>> 0;
  }
}

export class LineWriter extends End {
  /** @type {Uint8Array[]} */
  waiting = [];
  ended = false;

  /** @param {SharedArrayBuffer} memory @param {() => void}written called after writes */
  constructor(memory, written) {
    super(memory);
    this.written = written;
  }

  /** @param {string} line */
  write(line) {
    const text = new TextEncoder().encode(line);
    const framed = new Uint8Array(LENGTH + text.length);
    new DataView(framed.buffer).setUint32(0, text.length, true);
    framed.set(text, LENGTH);
    this.waiting.push(framed);
    this.flush();
  }

  end() {
    this.ended = true;
    this.flush();
  }

  /** Writes as much as fits, and the rest later. */
  flush() {
    while (this.waiting.length > 0) {
      const room = this.ring.length - this.filled();
      const part = this.waiting[0].subarray(0, room);
      if (part.length === 0) break;
      const at = Atomics.load(this.numbers, WRITTEN);
      for (let i = 0; i < part.length; ++i) this.ring[(at + i) & (this.ring.length - 1)] = part[i];
      this.waiting[0] = this.waiting[0].subarray(part.length);
      if (this.waiting[0].length === 0) this.waiting.shift();
      Atomics.store(this.numbers, WRITTEN, (at + part.length) | 0);
      this.announce();
    }
    if (this.waiting.length > 0) {
      setTimeout(() => this.flush(), 5);
    } else if (this.ended) {
      Atomics.store(this.numbers, ENDED, 1);
      this.announce();
    }
  }

  announce() {
    Atomics.add(this.numbers, NEWS, 1);
    Atomics.notify(this.numbers, NEWS);
    this.written();
  }
}

export class LineReader extends End {
  /** @type {number[]} */
  partial = []; // bytes of an incomplete line

  /** The next line; null: none yet; 'end': no more. */
  read() {
    const ended = Atomics.load(this.numbers, ENDED) === 1;
    for (let left = this.filled(); left > 0; --left) {
      const at = Atomics.load(this.numbers, READ);
      this.partial.push(this.ring[at & (this.ring.length - 1)]);
      Atomics.store(this.numbers, READ, (at + 1) | 0);
      if (this.partial.length < LENGTH) continue;
      const length = new DataView(Uint8Array.from(this.partial.slice(0, LENGTH)).buffer).getUint32(0, true);
      if (this.partial.length < LENGTH + length) continue;
      const line = Uint8Array.from(this.partial.slice(LENGTH));
      this.partial = [];
      return line;
    }
    return ended ? 'end' : null;
  }

  hasNews() {
    return this.filled() > 0 || Atomics.load(this.numbers, ENDED) === 1;
  }

  /** Blocks until there is news. @param {number} milliseconds at most */
  wait(milliseconds) {
    const news = Atomics.load(this.numbers, NEWS);
    if (this.hasNews()) return;
    Atomics.wait(this.numbers, NEWS, news, milliseconds);
  }
}
