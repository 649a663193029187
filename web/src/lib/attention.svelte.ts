/** Calls somebody who looks elsewhere: it is his turn. And lets sounds be heard, if they were turned on. */
import type { Sound } from "./game";
import { settings } from "./settings.svelte";
import { say } from "./shell";

/** Before a first touch a browser neither sounds nor buzzes, and says so in the console. */
function wasTouched(): boolean {
  return navigator.userActivation?.hasBeenActive ?? false;
}

/** The question that somebody was called for last. */
let called = "";

/** `question` is its name, at the table of that game; empty: nobody is asked. For the same one nobody is called twice. */
export function callFor(question: string, title: string): void {
  mark(question !== "");
  if (question && question !== called) {
    called = question;
    hear(["bell"]);
    if (wasTouched()) navigator.vibrate?.(150);
    if (document.hidden && "Notification" in window && Notification.permission === "granted") {
      new Notification(`${title} – Tablée`, { body: say("table.your_turn"), icon: "/icon.svg", tag: "turn" });
    }
  }
}

/** The badge of the tab or the app, where the device has one. */
function mark(isMyTurn: boolean): void {
  const marked = isMyTurn ? navigator.setAppBadge?.() : navigator.clearAppBadge?.();
  void marked?.catch(() => undefined);
}

/** Seconds between sounds that come at once. */
const APART = 0.14;

/** Lets these be heard one after the other, each kind once. Nothing is loaded unless sound is on. */
export function hear(sounds: Sound[]): void {
  const kinds = [...new Set(sounds)];
  if (!settings.sound || settings.volume <= 0 || !kinds.length || !wasTouched()) return;
  void import("./sounds").then(({ play }) => kinds.forEach((sound, at) => play(sound, settings.volume, at * APART)));
}
