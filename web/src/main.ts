import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { followLinks } from "./lib/router.svelte";
import { applySettings } from "./lib/settings.svelte";
import { readGameList } from "./lib/game_list";

applySettings();
followLinks();
await readGameList();
mount(App, { target: document.getElementById("app") as HTMLElement });

if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/worker.js");
