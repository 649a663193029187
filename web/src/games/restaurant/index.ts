import type { GameModule } from "../../lib/game";
import type { Action, Event } from "./types";
import { cues, ending } from "./ending";
import { frames, type Staged } from "./frames";
import { tips } from "./tips";
import type { Choices } from "./line";
import { choice, reason } from "./reasons";
import { sheet } from "./sheet";
import Line from "./Line.svelte";
import { cardOf, isQuiet, where } from "./log";
import Table from "./Table.svelte";
import { texts } from "./words";

export default {
  Table,
  hasHandView: true,
  texts,
  frames,
  tips,
  line: { draws: (event: Event) => cardOf(event) !== null, Line },
  isQuiet,
  where,
  choice,
  reason,
  sheet,
  // RE-10: who may lay a RES menu is never the only one asked.
  only: (_: Staged, { actions: [action, ...others], res }: Choices) =>
    action && !others.length && !res.length ? { action: { ...action }, isOpen: false } : null,
  ending,
  cues,
} satisfies GameModule<Staged, Action, Event, Choices>;
