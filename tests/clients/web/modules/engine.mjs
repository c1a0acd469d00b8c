// crownd as a child process, for modules of the page.

import { spawn } from 'node:child_process';
import { after } from 'node:test';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { root } from './browser.mjs';

const programs = process.env.CROWND_BIN_DIR ?? fileURLToPath(new URL('build/release/bin', root));
const { Session } = await import('../../../../clients/web/page/protocol/session.js');
const { Referee } = await import('../../../../clients/web/page/protocol/referee.js');

/** @type {import('node:child_process').ChildProcess[]} */
const started = [];
after(() => started.forEach((crownd) => crownd.stdin.end()));

/** A channel of a session. @param {any} events */
function channel(events) {
  /** @type {import('node:child_process').ChildProcess | null} */
  let crownd = null;
  return {
    isWanted: true,
    get isOpen() {
      return crownd !== null;
    },
    open() {
      crownd = spawn(`${programs}/crownd`, ['--no-tables', '--no-books'], { stdio: ['pipe', 'pipe', 'inherit'] });
      started.push(crownd);
      createInterface(crownd.stdout).on('line', events.line);
      queueMicrotask(events.opened);
    },
    send: (line) => crownd.stdin.write(`${line}\n`),
    close() {},
  };
}

export const session = new Session(channel);
export const referee = new Referee(session);

/** The answers to lines. @param {string[]} lines @param {string} [last] the prefix of the last answer */
export const ask = (lines, last = 'readyok') =>
  session.run({ steps: [{ lines: last === 'readyok' ? [...lines, 'isready'] : lines, last }] });
