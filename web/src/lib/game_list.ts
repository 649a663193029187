/** The games of the house. The house writes what it tells of them into the page itself. */
import type { GameInfo } from "../types/api";
import { settings, type Lang } from "./settings.svelte";

type GameList = Record<Lang, GameInfo[]>;

let list: GameList = { fr: [], en: [] };

/** Called once, before anything is shown. A page that the house did not write asks it instead (while working on the client). */
export async function readGameList(): Promise<void> {
  const written = JSON.parse(document.getElementById("games")?.textContent || "null") as GameList | null;
  if (written) list = written;
  else for (const lang of ["fr", "en"] as const) list[lang] = (await (await fetch(`/api/games?lang=${lang}`)).json()) as GameInfo[];
}

/** All games in the reader's language, in the order of the house. */
export function games(): GameInfo[] {
  return list[settings.lang];
}

export function gameInfo(name: string): GameInfo | undefined {
  return games().find((game) => game.name === name);
}

/** What people call a game; a table or a record may be of one that the house no longer has. */
export function gameTitle(name: string): string {
  return gameInfo(name)?.title ?? name;
}
