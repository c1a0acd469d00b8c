// A fake of the engine's worker: it gets its answers from a crownd behind `relay`, or from another daemon of
// the same crown-web. The tests prepend a line that sets `relay`.
let faults = {};
const say = (message) => postMessage(message);

/** Replaces the maximum of Threads. */
const known = (line) => (faults.threads ? line.replace(/^(option name Threads .* max )\d+/, `$1${faults.threads}`) : line);

/** Null if the relay has ended, as it may before the page. */
const fetched = (address, how) => fetch(address, how).catch(() => null);

/** crownd behind relay.py. */
async function throughRelay(address) {
  const stream = await fetched(address, { cache: 'no-store' });
  if (!stream) return () => {};
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const lines = async function* () {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      text += value;
      const all = text.split('\n');
      text = all.pop();
      yield* all;
    }
  };
  const said = lines();
  const { value: id } = await said.next();
  const waiting = [];
  let isSending = false;
  const send = async (line) => {
    waiting.push(line);
    if (isSending) return;
    isSending = true;
    while (waiting.length) await fetched(`${relay}/${id}`, { method: 'POST', body: waiting.splice(0).join('\n') });
    isSending = false;
  };
  (async () => {
    for await (const line of said) say({ line: known(line) });
    say({ failed: 'the relay has ended' });
  })();
  return send;
}

/** Another daemon of the crown-web that the page comes from. */
function throughSocket(path) {
  const address = new URL(path, location.href);
  address.protocol = 'ws:';
  const socket = new WebSocket(address);
  socket.onmessage = ({ data }) => say({ line: data.replace(/\r?\n$/, '') });
  return new Promise((resolve) => (socket.onopen = () => resolve((line) => socket.send(line))));
}

/** An empty module, passed on as compiled code. */
const empty = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

let send = null;
let workers = 0;
const early = [];
onmessage = async ({ data: { start, line } }) => {
  if (line !== undefined) {
    if (line === faults.breaksAt)
      setTimeout(() => {
        throw new Error('broken on purpose');
      });
    else if (line === faults.losesAt && workers > 0) say({ failed: 'a thread is missing', alone: true });
    else if (send) send(line);
    else early.push(line);
  }
  if (!start) return;
  ({ workers } = start);
  if (relay) {
    const asked = await fetched(`${relay}/faults`, { cache: 'no-store' });
    if (!asked) return say({ failed: 'the relay has ended' });
    faults = await asked.json();
  }
  const pause = () => new Promise((resolve) => setTimeout(resolve, faults.pause ?? 0));
  for (let loaded = 0; loaded < 8; loaded += 1) {
    say({ progress: { loaded: loaded * 1e6, total: 8e6 } });
    await pause();
    if (faults.fails && loaded === 4) return say({ failed: faults.fails });
  }
  say({ progress: { loaded: 8e6, total: 8e6 } });
  send = await (relay ? throughRelay(`${relay}/session`) : throughSocket('/engine/1'));
  const module = start.module ?? (await WebAssembly.compile(empty));
  say({ ready: true, module });
  new BroadcastChannel('started').postMessage({ memory: start.memory, workers: start.workers, shared: Boolean(start.module) });
  for (const each of early) send(each);
};
