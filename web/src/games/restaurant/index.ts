import type { GameModule } from "../../lib/game";
import type { Action, Event } from "./types";
import { frames, type Staged } from "./frames";
import { lessons } from "./lessons";
import type { Choices } from "./line";
import { sheet } from "./sheet";
import Table from "./Table.svelte";
import { texts } from "./words";

export default {
  Table,
  texts,
  frames,
  first: { options: { players: 3 }, lessons },
  sheet,
} satisfies GameModule<Staged, Action, Event, Choices>;
