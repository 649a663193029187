/** Rat Hot in the browser. */
import type { GameModule } from "../../lib/game";
import type { Action, Event, View } from "./types";
import { frames } from "./frames";
import { lessons } from "./lessons";
import type { Choices } from "./places";
import { sheet } from "./sheet";
import Table from "./Table.svelte";
import { texts } from "./texts";
import "./seats.css";

export default {
  Table,
  texts,
  frames,
  first: { options: { table_size: 15 }, lessons },
  sheet,
} satisfies GameModule<View, Action, Event, Choices>;
