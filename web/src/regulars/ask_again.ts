/** Regulars are asked to a new table. */
import { ask } from "../lib/api";
import { go } from "../lib/router.svelte";
import { complain, note } from "../lib/toasts.svelte";
import type { GroupRequest } from "../types/api";
import { say } from "./words";

/** Puts up a table, invites them, and goes there. */
export async function askAgain(wanted: GroupRequest): Promise<void> {
  try {
    const { keep, newPart } = await import("../lib/parts");
    const part = newPart();
    const table = await ask("POST", "/me/group-table", { ...wanted, commitment: part.commitment });
    keep(table.id, { ...part, house: table.commitment });
    note(say("groups.asked"));
    go(`/t/${table.id}`);
  } catch (error) {
    complain(error);
  }
}
