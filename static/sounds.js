// Sounds of pieces, made by the browser from a few numbers: short tones and puffs of filtered noise. Loaded when the first one is heard.

/**
 * A part of a sound: a tone that glides from `hz` to `to`, or noise round `hz`; it begins after `at` and dies away within `ms`.
 * @typedef {{ hz: number, to?: number, ms: number, at?: number, gain: number, isNoise?: boolean }} Part
 */

/** @type {Record<string, Part[]>} */
const RECIPES = {
  // A piece is set down on wood.
  set: [{ hz: 2400, ms: 28, gain: 0.5, isNoise: true }, { hz: 210, to: 130, ms: 70, gain: 0.5 }],
  // A disc falls into the rack: it lands, and bounces once.
  fall: [{ hz: 1500, ms: 40, at: 230, gain: 0.5, isNoise: true }, { hz: 320, to: 250, ms: 90, at: 230, gain: 0.4 }, { hz: 340, to: 280, ms: 60, at: 320, gain: 0.2 }],
  // A stroke of a pencil.
  drawn: [{ hz: 3600, ms: 150, gain: 0.22, isNoise: true }, { hz: 4200, ms: 130, at: 120, gain: 0.18, isNoise: true }],
  // A piece is taken.
  take: [{ hz: 1100, ms: 60, gain: 0.6, isNoise: true }, { hz: 150, to: 70, ms: 140, gain: 0.7 }],
  // Discs turn over.
  turn: [0, 60, 120].map((at) => ({ hz: 2800, ms: 26, at, gain: 0.35, isNoise: true })),
  // The match is over.
  end: [[0, 392], [130, 523], [260, 659]].map(([at, hz]) => ({ hz, ms: 420, at, gain: 0.28 })),
};

const VOLUME = 0.35;
const QUIET = 0.0001;
const SECOND_MS = 1000;

/** @type {AudioContext | undefined} */
let context;
/** @type {AudioBuffer | undefined} */
let noise;

/** Noise that lasts a second. @param {AudioContext} audio */
function noiseOf(audio) {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

/** @param {AudioContext} audio @param {Part} part @returns {[AudioScheduledSourceNode, AudioNode]} what sounds, and its end */
function source(audio, { hz, to = hz, ms, at = 0, isNoise }) {
  const since = audio.currentTime + at / SECOND_MS;
  if (isNoise) {
    noise ??= noiseOf(audio);
    const puff = new AudioBufferSourceNode(audio, { buffer: noise });
    const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: hz, Q: 1.2 });
    puff.connect(filter);
    return [puff, filter];
  }
  const tone = new OscillatorNode(audio, { type: "triangle", frequency: hz });
  tone.frequency.setValueAtTime(hz, since);
  tone.frequency.exponentialRampToValueAtTime(to, since + ms / SECOND_MS);
  return [tone, tone];
}

/** Plays a sound; an unknown one is silence. @param {string} name */
export function play(name) {
  const isFirst = !context;
  context ??= new AudioContext();
  if (context.state !== "running") {
    // The audio context is suspended because nobody has touched the page yet, or because of a phone call: a sound started now would be out
    // of date when it resumes. It resumes at once after a tap, or if it was only just created.
    context.resume().catch(() => {});
    const touched = navigator.userActivation;
    if (!touched?.isActive && !(isFirst && touched?.hasBeenActive)) return;
  }
  for (const part of RECIPES[name] ?? []) {
    const { ms, at = 0, gain } = part;
    const [sounding, end] = source(context, part);
    const [since, until] = [context.currentTime + at / SECOND_MS, context.currentTime + (at + ms) / SECOND_MS];
    const fade = new GainNode(context, { gain: 0 });
    fade.gain.setValueAtTime(gain * VOLUME, since);
    fade.gain.exponentialRampToValueAtTime(QUIET, until);
    end.connect(fade).connect(context.destination);
    sounding.start(since);
    sounding.stop(until);
  }
}
