/** Options of a game that depend on each other. */
import type { OptionInfo } from "../types/api";

export type Chosen = Record<string, unknown>;

export function valueOf(option: OptionInfo, chosen: Chosen): unknown {
  return chosen[option.name] ?? option.default;
}

/** Whether an option needs another one that is not chosen. */
export function isIdle(option: OptionInfo, options: readonly OptionInfo[], chosen: Chosen): boolean {
  const needed = options.find(({ name }) => name === option.needs);
  return needed !== undefined && valueOf(needed, chosen) !== true;
}

/** What was chosen, without idle options. */
export function inForce(options: readonly OptionInfo[], chosen: Chosen): Chosen {
  const idle = options.filter((option) => isIdle(option, options, chosen)).map(({ name }) => name);
  return Object.fromEntries(Object.entries(chosen).filter(([name]) => !idle.includes(name)));
}
