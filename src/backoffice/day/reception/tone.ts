// A short tone, so that whoever scans need not look: high for who was let in, low for who was not.
import { createPreference } from '#web/preferences.ts';

export const hasTone = createPreference<boolean>('reception-tone', true);

const TONES = { done: { hertz: 1046, seconds: 0.12 }, wrong: { hertz: 220, seconds: 0.35 } } as const;

let sound: AudioContext | null = null;

export function playTone(kind: keyof typeof TONES): void {
  if (!hasTone.get() || typeof AudioContext === 'undefined') return;
  const { hertz, seconds } = TONES[kind];
  sound ??= new AudioContext();
  const [source, volume] = [sound.createOscillator(), sound.createGain()];
  source.frequency.value = hertz;
  volume.gain.setValueAtTime(0.2, sound.currentTime);
  // Down to nothing at the end, which would click otherwise.
  volume.gain.linearRampToValueAtTime(0, sound.currentTime + seconds);
  source.connect(volume).connect(sound.destination);
  source.start();
  source.stop(sound.currentTime + seconds);
}
