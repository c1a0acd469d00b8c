// Short synthesized clicks for moves.

/** @type {AudioContext | undefined} */
let context;

/** @param {boolean} takes a capture sounds lower */
export function playMoveSound(takes) {
  context ??= new AudioContext();
  const oscillator = context.createOscillator();
  const volume = context.createGain();
  const now = context.currentTime;
  oscillator.type = 'triangle';
  oscillator.frequency.setValueAtTime(takes ? 190 : 320, now);
  oscillator.frequency.exponentialRampToValueAtTime(takes ? 90 : 160, now + 0.08);
  volume.gain.setValueAtTime(0.25, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
  oscillator.connect(volume).connect(context.destination);
  oscillator.start(now);
  oscillator.stop(now + 0.13);
}
