// The connection to the engines: a mark for as long as it is lost.
import { t } from '../lang/text.js';
import { tell } from './messages.js';

/** How long what needs the engine waits for a lost connection, in milliseconds; then it is refused. */
const patience = 2000;

/**
 * @param {import('../protocol/engines.js').Engines} engines @param {import('../protocol/referee.js').Referee} referee
 * @param {import('../play/table.js').Table} table @param {HTMLElement} place of the mark
 */
export function watchConnection(engines, referee, table, place) {
  let connected = true;
  let begun = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  const update = () => {
    const { areConnected, refereeIsThere } = engines;
    if (refereeIsThere) {
      clearTimeout(timer);
      timer = undefined;
      referee.isReachable = true;
    } else if (begun) timer ??= setTimeout(() => (referee.isReachable = false), patience);
    if (areConnected === connected) return;
    connected = areConnected;
    place.textContent = connected ? '' : `${t('app.lost')} ${t('app.possible')}`;
    document.documentElement.classList.toggle('offline', !connected);
    if (connected) tell(t('app.back'));
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
