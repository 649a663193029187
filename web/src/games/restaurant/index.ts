import type { GameModule } from "../../lib/game";
import type { Action, Event, View } from "../../types/restaurant";
import Picture from "./Picture.svelte";
import Table from "./Table.svelte";
import en from "./texts/en.toml";
import fr from "./texts/fr.toml";

export default {
  Table,
  Picture,
  texts: { fr, en },
  frames: (_, events, view) => [{ view, events, milliseconds: 0 }],
  first: { options: { players: 3 }, lessons: [] },
  sheet: (view) => ({ head: [], rows: view.scores.map((score) => [score]) }),
} satisfies GameModule<View, Action, Event, any>;
