/** Calls somebody who looks elsewhere: it is his turn. */
import { settings } from "./settings.svelte";
import { say } from "./shell";

let called = false;

export function callFor(isMyTurn: boolean, title: string): void {
  if (isMyTurn && !called) {
    if (settings.sound) ring();
    if (document.hidden && "Notification" in window && Notification.permission === "granted") {
      new Notification(`${title} – Tablée`, { body: say("table.your_turn"), icon: "/icon.svg", tag: "turn" });
    }
  }
  called = isMyTurn;
}

/** The bell of the kitchen pass. */
function ring(): void {
  const audio = new AudioContext();
  for (const [pitch, volume] of [[1320, 0.14], [2640, 0.05], [3960, 0.02]] as const) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(volume, audio.currentTime);
    gain.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 1.1);
    tone.connect(gain).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 1.2);
    if (pitch === 3960) tone.onended = () => void audio.close();
  }
}
