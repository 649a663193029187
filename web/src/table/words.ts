/** The table in words: for games that nobody has drawn yet. */
import type { GameModule } from "../lib/game";
import WordsTable from "./WordsTable.svelte";

export function wordsModule(why: NonNullable<GameModule["inWords"]>): GameModule {
  return { Table: WordsTable, inWords: why };
}
