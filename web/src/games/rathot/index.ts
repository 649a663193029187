/** Rat Hot in the browser. */
import type { GameModule } from "../../lib/game";
import type { Lang } from "../../lib/settings.svelte";
import { fill } from "../../lib/texts.svelte";
import type { Action, Event, View } from "./types";
import { cues, ending } from "./ending";
import { frames } from "./frames";
import { tips } from "./tips";
import type { Choices } from "./places";
import { reasonFor, whereInWords } from "./reasons";
import { sheet } from "./sheet";
import Line from "./Line.svelte";
import { draws, isQuiet, where } from "./log";
import Table from "./Table.svelte";
import { texts } from "./texts";
import "./seats.css";

export default {
  Table,
  hasHandView: true,
  texts,
  frames,
  tips,
  choice: (view: View, action: Action, _names: string[], lang: Lang, words: string) =>
    action.type === "place" ? `${words}, ${whereInWords(view, action, (key, values) => fill(texts[lang][key] ?? key, lang, values))}` : words,
  reason: (view: View, action: Action, names: string[], lang: Lang) =>
    action.type === "place" ? reasonFor(view, action, names, (key, values) => fill(texts[lang][key] ?? key, lang, values)) : "",
  line: { draws, Line },
  isQuiet,
  where,
  sheet,
  ending,
  cues,
  hasOwnColours: true,
} satisfies GameModule<View, Action, Event, Choices>;
