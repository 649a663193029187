import type { OptionInfo } from "../types/api";
import { isIdle, valueOf, type Chosen } from "./options";
import { say } from "./shell";

/** How a table is set up, in words: what was chosen, and what differs from what is usual. */
export function optionLines(options: readonly OptionInfo[], chosen: Chosen): string[] {
  return options.flatMap((option) => {
    const value = valueOf(option, chosen);
    if (option.name === "players" || isIdle(option, options, chosen)) return [];
    if (option.values) return [`${option.title}${say("colon")}${option.values[String(value)] ?? String(value)}`];
    if (typeof value === "boolean") return value === option.default ? [] : [`${option.title}${say("colon")}${say(value ? "yes" : "no")}`];
    return typeof value === "number" ? [`${option.title}${say("colon")}${value}`] : [];
  });
}
