/** La Courte Paille in the browser. */
import type { GameModule } from "../../lib/game";
import type { Action, Event, View } from "./types";
import { frames } from "./frames";
import { lessons } from "./lessons";
import type { Choices } from "./picking.svelte";
import { sheet } from "./sheet";
import Table from "./Table.svelte";
import { texts } from "./words";

export default {
  Table,
  texts,
  frames,
  first: { options: { players: 3 }, lessons },
  sheet,
} satisfies GameModule<View, Action, Event, Choices>;
