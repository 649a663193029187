import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { followLinks } from "./lib/router.svelte";
import { applySettings } from "./lib/settings.svelte";
import { readGameList } from "./lib/game_list";

/** How long the client waits for the first picture, in milliseconds. */
const LONGEST_WAIT = 100;

applySettings();
followLinks();
await readGameList();
// A task of its own, after the first picture of the page: a phone can paint, and answer a tap, before it. A page that
// nobody looks at is not painted.
await new Promise((done) => {
  new PerformanceObserver(done).observe({ type: "paint", buffered: true });
  setTimeout(done, document.hidden ? 0 : LONGEST_WAIT);
});
const target = document.getElementById("app") as HTMLElement;
target.replaceChildren();
mount(App, { target });

if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/worker.js");
