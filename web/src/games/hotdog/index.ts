import type { GameModule } from "../../lib/game";
import Picture from "./Picture.svelte";
import Table from "./Table.svelte";

export default {
  Table,
  Picture,
  texts: { en: {}, fr: {} },
  frames: (_, events, after) => [{ view: after, events, milliseconds: 0 }],
  first: { options: {}, lessons: [] },
  sheet: () => ({ head: [], rows: [] }),
} satisfies GameModule;
