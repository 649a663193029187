/** The guest of this device, and what he asks of the house. */
import { ask, Refused } from "./api";
import { go } from "./router.svelte";
import { settings } from "./settings.svelte";
import { say } from "./shell";
import { complain } from "./toasts.svelte";
import type { GuestInfo, Role, TableRequest, TableSummary } from "../types/api";
import type { TableInfo } from "../types/messages";

export const me = $state<{ name: string | null; role: Role | null; isKnown: boolean }>({ name: null, role: null, isKnown: false });

/** What those were called who had said no name. */
const NAMELESS = ["Guest", "Invité"];

/** What this guest is called, or would be if nothing else were said. */
export function myName(): string {
  const ideas = say("who.ideas").split(", ");
  return me.name === null || NAMELESS.includes(me.name) ? (ideas[settings.idea % ideas.length] ?? "") : me.name;
}

/** Left on a device that has been a guest's: strangers need not be asked who they are. */
const BEEN_HERE = "tablee.guest";

/** Who is this? Asked once, and again after the guest has changed. */
export async function meet(): Promise<void> {
  if (!localStorage.getItem(BEEN_HERE)) {
    me.isKnown = true;
    return;
  }
  try {
    remember(await ask("GET", "/me"));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    me.name = me.role = null;
  }
  me.isKnown = true;
}

/** A guest of this name; without one, of a name that was suggested. */
export async function beGuest(name?: string): Promise<void> {
  if (!me.isKnown) await meet();
  const wanted = name ?? myName();
  if (wanted === me.name) return;
  remember(await ask("POST", "/me", { name: wanted }).catch((error: unknown) => anotherName(error, name)));
}

/** A name that was only suggested may be a member's: then another is. */
async function anotherName(error: unknown, given: string | undefined): Promise<GuestInfo> {
  if (given !== undefined || !(error instanceof Refused) || error.code !== "name_taken") throw error;
  settings.idea += 1;
  return ask("POST", "/me", { name: `${myName()} ${10 + Math.floor(Math.random() * 90)}` });
}

/** Who this device's guest is now; none after he was forgotten or signed out. */
export function remember(guest: GuestInfo | null): void {
  me.name = guest?.name ?? null;
  me.role = guest?.role ?? null;
  if (guest === null) localStorage.removeItem(BEEN_HERE);
  else localStorage.setItem(BEEN_HERE, "1");
}

/** Who sits at a table, what their devices have committed to, and what it was put up for. */
type Seated = Pick<TableInfo, "chairs" | "yours" | "commitments" | "occasion">;

/** Put up a table; where nobody is missing the match starts at once. */
export async function putUp(wanted: TableRequest): Promise<TableSummary> {
  const [{ keep, newPart }] = await Promise.all([import("./parts"), beGuest()]);
  const part = newPart();
  const table = await ask("POST", "/tables", { ...wanted, commitment: part.commitment });
  keep(table.id, { ...part, house: table.commitment });
  return table.chairs.every((chair) => chair.kind !== "empty") ? start(table.id, table) : table;
}

/** Starts a match. Where nobody else can have a part in its secret, this device shows its own at once. */
export async function start(table: string, { chairs, yours, commitments = [], occasion }: Seated): Promise<TableSummary> {
  const { partToStart } = await import("./parts");
  const isAlone = chairs.every(({ kind }, seat) => kind === "bot" || yours.includes(seat));
  const part = isAlone ? partToStart(table, commitments, occasion) : null;
  return ask<TableSummary>("POST", `/tables/${table}/start`, part === null ? undefined : { part, commitments });
}

/** From a card on the home page to a table against the house, in one go. */
export async function playNow(game: string, players: number, options = {}, query = ""): Promise<void> {
  try {
    const bots = Array<string>(players - 1).fill(settings.level);
    const first_seat = !query && settings.colour < players ? settings.colour : 0;
    const table = await putUp({ game, options: { ...options, players }, bots, first_seat });
    go(`/t/${table.id}${query}`);
  } catch (error) {
    complain(error);
  }
}
