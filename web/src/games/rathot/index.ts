/** Rat Hot in the browser. */
import type { GameModule } from "../../lib/game";
import type { Action, Event, View } from "./types";
import { frames } from "./frames";
import { lessons } from "./lessons";
import Picture from "./Picture.svelte";
import type { Choices } from "./places";
import { sheet } from "./sheet";
import Table from "./Table.svelte";
import { texts } from "./texts";

export default {
  Table,
  Picture,
  texts,
  frames,
  first: { options: { table_size: 15 }, lessons },
  sheet,
} satisfies GameModule<View, Action, Event, Choices>;
