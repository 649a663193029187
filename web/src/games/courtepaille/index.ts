/** La Courte Paille in the browser. */
import type { GameModule } from "../../lib/game";
import type { Action, Event, View } from "./types";
import { cues, ending, standings } from "./ending";
import { frames } from "./frames";
import { tips } from "./tips";
import { draws, isQuiet, where } from "./line";
import Line from "./Line.svelte";
import { takenNext, type Choices } from "./picking.svelte";
import { reason } from "./reasons";
import { sheet } from "./sheet";
import Table from "./Table.svelte";
import { texts } from "./words";

export default {
  Table,
  hasHandView: true,
  line: { draws, Line },
  isQuiet,
  where,
  texts,
  frames,
  tips,
  reason,
  sheet,
  // Everybody can count the cards in a hand.
  only: (view: View, { actions: [action, ...others] }: Choices) =>
    action && !others.length ? { action: { ...action }, isOpen: view.step === "choose" } : null,
  ahead: takenNext,
  ending,
  standings,
  cues,
} satisfies GameModule<View, Action, Event, Choices>;
