import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { followLinks } from "./lib/router.svelte";
import { applySettings } from "./lib/settings.svelte";
import { readShelf } from "./lib/shelf";

applySettings();
followLinks();
await readShelf();
mount(App, { target: document.getElementById("app") as HTMLElement });

if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register("/worker.js");
