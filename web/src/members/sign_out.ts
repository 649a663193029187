/** Being nobody on this device again: signed out, or forgotten. */
import { ask } from "../lib/api";
import { remember } from "../lib/house.svelte";
import { go } from "../lib/router.svelte";
import { complain, note } from "../lib/toasts.svelte";

/** Ask the house to delete what this device is known by, say so, and go home. */
export async function signOutBy(path: string, said: string): Promise<void> {
  try {
    await ask("DELETE", path);
    remember(null);
    note(said);
    go("/");
  } catch (error) {
    complain(error);
  }
}
