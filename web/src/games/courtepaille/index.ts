/** La Courte Paille in the browser. */
import type { GameModule } from "../../lib/game";
import type { Action, Event, View } from "../../types/courtepaille";
import type { Choices } from "./picking.svelte";
import Picture from "./Picture.svelte";
import Table from "./Table.svelte";
import en from "./texts/en.toml";
import fr from "./texts/fr.toml";

export default {
  Table,
  Picture,
  texts: { en, fr },
  frames: (_before, events, after) => [{ view: after, events, milliseconds: 300 }],
  first: { options: { players: 3 }, lessons: [] },
  sheet: () => ({ head: [], rows: [] }),
} satisfies GameModule<View, Action, Event, Choices>;
