/** The sounds of the table, made here: no file is played. Loaded when somebody has turned sound on. */
import type { Sound } from "./game";

let context: AudioContext | undefined;

/** A browser lets a page be heard only after it was touched; a context made before wakes up then. */
function audio(): AudioContext {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  return context;
}

/** Lets a sound be heard, `after` so many seconds, at a volume from 0 to 1. */
export function play(sound: Sound, volume: number, after = 0): void {
  const air = audio();
  const out = air.createGain();
  out.gain.value = volume;
  out.connect(air.destination);
  SOUNDS[sound](air, out, air.currentTime + 0.01 + after);
}

type Make = (air: AudioContext, out: AudioNode, at: number) => void;

const SOUNDS: Record<Sound, Make> = {
  /** Paper on wood: a short breath of noise, and the tap beneath it. */
  card: (air, out, at) => {
    noise(air, out, at, { seconds: 0.07, pitch: 2600, volume: 0.35 });
    tone(air, out, at + 0.015, { pitch: 190, to: 120, seconds: 0.06, volume: 0.25 });
  },
  /** Two coins that meet. */
  coin: (air, out, at) => {
    for (const [pitch, later] of [[1975, 0], [2637, 0.07]] as const) {
      tone(air, out, at + later, { pitch, seconds: 0.32, volume: 0.14, kind: "triangle" });
      tone(air, out, at + later, { pitch: pitch * 2.76, seconds: 0.16, volume: 0.04 });
    }
  },
  /** The bell of the kitchen pass. */
  bell: (air, out, at) => {
    for (const [pitch, volume] of [[1320, 0.2], [2640, 0.07], [3960, 0.03]] as const) {
      tone(air, out, at, { pitch, seconds: 1.1, volume });
    }
  },
  /** A squeak, and another one. */
  squeak: (air, out, at) => {
    for (const later of [0, 0.16]) {
      tone(air, out, at + later, { pitch: 1500, to: 2900, seconds: 0.07, volume: 0.12, kind: "sawtooth" });
      tone(air, out, at + later + 0.06, { pitch: 2900, to: 1700, seconds: 0.08, volume: 0.1, kind: "sawtooth" });
    }
  },
  /** Something is drawn, snaps and falls. */
  snap: (air, out, at) => {
    noise(air, out, at, { seconds: 0.35, pitch: 5200, volume: 0.12 });
    noise(air, out, at + 0.36, { seconds: 0.03, pitch: 3400, volume: 0.7 });
    tone(air, out, at + 0.42, { pitch: 392, to: 98, seconds: 0.7, volume: 0.22, kind: "triangle" });
  },
};

interface Tone {
  pitch: number;
  to?: number;
  seconds: number;
  volume: number;
  kind?: OscillatorType;
}

function tone(air: AudioContext, out: AudioNode, at: number, { pitch, to = pitch, seconds, volume, kind = "sine" }: Tone): void {
  const source = air.createOscillator();
  source.type = kind;
  source.frequency.setValueAtTime(pitch, at);
  source.frequency.exponentialRampToValueAtTime(to, at + seconds);
  source.connect(fading(air, at, seconds, volume)).connect(out);
  source.start(at);
  source.stop(at + seconds);
}

function noise(air: AudioContext, out: AudioNode, at: number, { seconds, pitch, volume }: Omit<Tone, "to" | "kind">): void {
  const buffer = air.createBuffer(1, Math.ceil(air.sampleRate * seconds), air.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = 2 * Math.random() - 1;
  const source = air.createBufferSource();
  source.buffer = buffer;
  const band = air.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  source.connect(band).connect(fading(air, at, seconds, volume)).connect(out);
  source.start(at);
}

function fading(air: AudioContext, at: number, seconds: number, volume: number): GainNode {
  const gain = air.createGain();
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  return gain;
}
