import type { GameModule } from "../../lib/game";
import type { Action, Event, View } from "./types";
import { frames } from "./frames";
import { first } from "./lessons";
import { sheet } from "./sheet";
import Table from "./Table.svelte";
import { texts } from "./words";

export default { Table, texts, frames, first, sheet } satisfies GameModule<View, Action, Event, Choices>;

/** What may be bid: docs/protocol.md, "bid". */
export interface Choices {
  kind: "bid";
  last: boolean;
}
