// Synthesized sounds: a tap of wood for a move, two for a capture, bells for a crowning and the end.

/** @typedef {'move' | 'capture' | 'crowning' | 'end'} Sound */
/** @typedef {{ at: number, pitch: number, lasts: number, loud: number, wood?: boolean }} Note seconds, hertz, and loudness from 0 to 1; wood starts with a click */

/** @param {number} at @param {number} pitch @param {number} loud @returns {Note} */
const tap = (at, pitch, loud) => ({ at, pitch, lasts: 0.11, loud, wood: true });
/** @param {number} at @param {number} pitch @param {number} lasts @returns {Note} */
const bell = (at, pitch, lasts) => ({ at, pitch, lasts, loud: 0.16 });

/** @type {Record<Sound, Note[]>} */
const sounds = {
  move: [tap(0, 330, 0.5)],
  capture: [tap(0, 220, 0.6), tap(0.075, 165, 0.5)],
  crowning: [tap(0, 330, 0.4), bell(0.05, 659.3, 0.35), bell(0.15, 987.8, 0.55)],
  end: [bell(0, 392, 0.7), bell(0.13, 493.9, 0.7), bell(0.26, 587.3, 0.7), bell(0.39, 784, 1.1)],
};

/** @type {AudioContext | undefined} */
let context;

/** Ten milliseconds of noise. @param {AudioContext} audio */
function click(audio) {
  const buffer = audio.createBuffer(1, audio.sampleRate / 100, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 2;
  return new AudioBufferSourceNode(audio, { buffer });
}

/** @param {AudioContext} audio @param {Note} note */
function playNote(audio, { at, pitch, lasts, loud, wood }) {
  const start = audio.currentTime + at;
  const volume = new GainNode(audio, { gain: 0 });
  volume.connect(audio.destination);
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(loud, start + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + lasts);
  // The overtone is inharmonic for wood, and two octaves higher for bells.
  for (const [times, share] of wood ? [[1, 1], [2.8, 0.35]] : [[1, 1], [4, 0.12]]) {
    const tone = new OscillatorNode(audio, { frequency: pitch * times });
    tone.connect(new GainNode(audio, { gain: share })).connect(volume);
    tone.start(start);
    tone.stop(start + lasts);
  }
  if (!wood) return;
  const noise = click(audio);
  noise.connect(new BiquadFilterNode(audio, { type: 'bandpass', frequency: 5 * pitch, Q: 0.8 })).connect(volume);
  noise.start(start);
}

/** @param {Sound} sound */
export function play(sound) {
  const audio = (context ??= new AudioContext());
  audio.resume().catch(() => {});
  for (const note of sounds[sound]) playNote(audio, note);
}

/** @param {import('../play/current_game.js').CurrentGame} currentGame @param {import('./settings.js').Settings} settings */
export function playSounds(currentGame, settings) {
  /** The game in progress. @type {unknown} */
  let live = null;
  const hasEnded = () => {
    const ended = live === currentGame.record && !currentGame.isLive && currentGame.ending !== null;
    live = currentGame.isLive ? currentGame.record : null;
    return ended;
  };
  currentGame.addEventListener('position', () => {
    if (currentGame.isLive) live = currentGame.record;
  });
  currentGame.addEventListener('change', () => {
    if (hasEnded() && settings.sound) play('end');
  });
  currentGame.onMoved(({ move, parent }) => {
    const route = parent && currentGame.knownView(parent)?.routes.find((each) => each.move === move);
    const sound = hasEnded() ? 'end' : route?.becomes ? 'crowning' : route?.takes.length ? 'capture' : 'move';
    if (settings.sound) play(sound);
  });
}
