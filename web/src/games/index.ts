/** The games that are drawn here: every folder is one. Tables are loaded when they are needed. */
import type { Component } from "svelte";
import type { GameModule } from "../lib/game";
import { gameInfo } from "../lib/game_list";

const MODULES = import.meta.glob<GameModule>("./*/index.ts", { import: "default" });
const PICTURES = import.meta.glob<Component>("./*/Picture.svelte", { import: "default", eager: true });
const PIECES = import.meta.glob<Component>("./*/Pieces.svelte", { import: "default" });

const GUIDES = import.meta.glob<Record<string, string>>("./*/guide/*.toml", { import: "default" });

/** The table of a game: drawn here, or in a package of its own, or made of words. */
export async function gameModule(name: string): Promise<GameModule> {
  const load = MODULES[`./${name}/index.ts`];
  if (load) return load();
  const address = gameInfo(name)?.table;
  if (address) return (await import("../lib/packaged")).packagedModule(address);
  return (await import("../table/words")).wordsModule("no_table");
}

/** The picture of a game on its card, if it is drawn here. */
export function pictureOf(name: string): Component | undefined {
  return PICTURES[`./${name}/Picture.svelte`];
}

/** The pieces of a game in pictures, for its rules page. */
export function piecesOf(name: string): Promise<Component> | undefined {
  return PIECES[`./${name}/Pieces.svelte`]?.();
}

/** A game in a few sentences, if somebody wrote them: `goal`, `turn` and `end`. */
export function guideOf(name: string, lang: string): Promise<Record<string, string>> | undefined {
  return GUIDES[`./${name}/guide/${lang}.toml`]?.();
}
