/** The tables of the four games, each loaded when it is needed. */
import type { GameModule } from "../lib/game";

const MODULES: Record<string, () => Promise<{ default: GameModule }>> = {
  hotdog: () => import("./hotdog"),
  rathot: () => import("./rathot"),
  restaurant: () => import("./restaurant"),
  courtepaille: () => import("./courtepaille"),
};

export const GAMES = Object.keys(MODULES);

export async function gameModule(name: string): Promise<GameModule> {
  const load = MODULES[name];
  if (!load) throw new Error(`no game ${name}`);
  return (await load()).default;
}
