// The connection to the engines: a mark for as long as it is lost.
import { t } from '../lang/text.js';
import { put } from './dom.js';
import { tell } from './messages.js';

/** How long what needs the engine waits for a lost connection, in milliseconds; then it is refused. */
const patience = 2000;

/**
 * @param {import('../protocol/engines.js').Engines} engines @param {import('../protocol/referee.js').Referee} referee
 * @param {import('../play/table.js').Table} table @param {HTMLElement} place of the mark
 */
export function watchConnection(engines, referee, table, place) {
  let connected = true;
  let stoodIn = false;
  let begun = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const update = () => {
    const { areConnected, refereeIsThere, standsIn, usesOwn } = engines;
    if (refereeIsThere) {
      clearTimeout(timer);
      timer = undefined;
      referee.isReachable = true;
    } else if (begun) timer ??= setTimeout(() => (referee.isReachable = false), patience);
    // What an engine in the page lacks is said elsewhere, with its progress.
    const text = !areConnected && !usesOwn ? `${t('app.lost')} ${t('app.possible')}` : areConnected && standsIn ? t('own.standsIn') : '';
    put(place, text);
    place.classList.toggle('stands-in', standsIn);
    document.documentElement.classList.toggle('offline', text !== '');
    if (areConnected === connected && standsIn === stoodIn) return;
    if (areConnected && !standsIn && (!connected || stoodIn)) tell(t('app.back'));
    connected = areConnected;
    stoodIn = standsIn;
    table.touch();
  };
  return {
    update,
    /** The first game is there: until now all waited for the connection. */
    begin() {
      begun = true;
      update();
    },
  };
}
