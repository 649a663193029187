import type { GameModule } from "../../lib/game";
import type { Action, Event, View } from "./types";
import { cues, ending, standings } from "./ending";
import { frames } from "./frames";
import { reason } from "./reasons";
import { tips } from "./tips";
import { draws, isQuiet, where } from "./line";
import Line from "./Line.svelte";
import { sheet } from "./sheet";
import Table from "./Table.svelte";
import { texts } from "./words";

export default { Table, hasHandView: true, line: { draws, Line }, isQuiet, where, texts, frames, tips, reason, sheet, ending, standings, cues } satisfies GameModule<View, Action, Event, Choices>;

/** What may be bid: docs/protocol.md, "bid". */
export interface Choices {
  kind: "bid";
  last: boolean;
}
