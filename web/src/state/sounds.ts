// Synthesises the sounds. They are off until the reader turns them on. A move sounds like wood, a capture lower. A
// check and the reader's turn each have two notes.

import { sound } from './settings';

export type Sound = 'move' | 'capture' | 'check' | 'turn' | 'dice' | 'end' | 'wrong';

let context: AudioContext | undefined;

export function play(what: Sound): void {
  if (!sound.value || (document.hidden && what !== 'turn')) return;
  try {
    context ??= new AudioContext();
    if (context.state === 'suspended') void context.resume();
    SOUNDS[what](context, context.currentTime + 0.01);
  } catch {
    // If there is no sound, the game continues without it.
  }
}

/// Plays a knock: a short burst of noise through a narrow filter.
function knock(audio: AudioContext, at: number, pitch: number, length: number, loud: number): void {
  const samples = Math.round(audio.sampleRate * length);
  const buffer = audio.createBuffer(1, samples, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < samples; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / samples) ** 3;
  const source = new AudioBufferSourceNode(audio, { buffer });
  source
    .connect(new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 4 }))
    .connect(new GainNode(audio, { gain: loud }))
    .connect(audio.destination);
  source.start(at);
}

/// Plays a soft note that fades.
function note(audio: AudioContext, at: number, pitch: number, length: number, loud: number): void {
  const source = new OscillatorNode(audio, { type: 'triangle', frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}

const SOUNDS: Record<Sound, (audio: AudioContext, at: number) => void> = {
  move: (audio, at) => knock(audio, at, 900, 0.07, 1.6),
  capture: (audio, at) => {
    knock(audio, at, 520, 0.1, 2.2);
    knock(audio, at + 0.05, 1300, 0.05, 1);
  },
  check: (audio, at) => {
    note(audio, at, 659, 0.18, 0.12);
    note(audio, at + 0.12, 880, 0.28, 0.12);
  },
  turn: (audio, at) => {
    note(audio, at, 523, 0.16, 0.1);
    note(audio, at + 0.13, 659, 0.24, 0.1);
  },
  dice: (audio, at) => [0, 0.06, 0.13, 0.22].forEach((later, i) => knock(audio, at + later, 1500 - i * 180, 0.05, 1.2)),
  end: (audio, at) => [523, 659, 784].forEach((pitch, i) => note(audio, at + i * 0.14, pitch, 0.5, 0.11)),
  wrong: (audio, at) => note(audio, at, 180, 0.16, 0.12),
};
