/** The line at the head of the controls: what is awaited now, or what is happening, and why. */
import type { Prompt } from "../../lib/game";
import type { Action, Card, View } from "./types";
import { isMenu, isRes, value } from "./cards";
import type { Scene, Staged } from "./frames";
import { ENOUGH, closed, hasBegunAnew, isDeadEnd, isRim, nameOf, tableAt, taken } from "./room";
import { aCard, cardName, ordersEnding, say, serviceEnding } from "./words";

/** Every action but RES menus, which may be laid with any menus under them. */
export interface Choices {
  kind: "turn";
  actions: Action[];
  res: Card[];
}

export interface Line {
  text: string;
  why: string;
}

/** What the reader has picked up, but not laid yet. */
export interface Picked {
  card: Card | null;
  table: number | null;
}

const named = (tables: number[]): string => tables.map(nameOf).join(", ");

export function line(view: Staged, names: string[], prompt: Prompt<Choices> | null, picked: Picked): Line {
  if (view.scene) return { text: ofScene(view.scene, view, names), why: whyScene(view.scene, view, names) };
  if (view.step === "over") {
    return { text: view.ending ? say("over", { why: serviceEnding(view.ending) }) : say("head.over"), why: "" };
  }
  if (!prompt) return ofOthers(view, names);
  switch (view.step) {
    case "take":
      return { text: say(view.last === null ? "ask.first" : "ask.take"), why: whyHere(view) };
    case "exchange":
      return { text: say("ask.exchange"), why: say("why.exchange") };
    case "take_more":
      return lastFound(view) === "jump"
        ? { text: say("ask.take_jump"), why: say("why.take_jump") }
        : { text: say("ask.take_double"), why: say("why.take_double", { table: nameOf(view.last ?? 0) }) };
    case "rest":
      return prompt.choices.res.length
        ? { text: say("ask.rest_res"), why: say("why.rest_res") }
        : { text: say("ask.rest"), why: say("why.rest") };
    default:
      return ofService(view, names, prompt, picked);
  }
}

function lastFound(view: View): Card | null {
  return view.chronicle.filter(({ what }) => what === "take").at(-1)?.card ?? null;
}

/** Why these tables are lit and others are not. */
function whyHere(view: View): string {
  if (view.last === null) return say("why.first");
  const shut = closed(view);
  if (hasBegunAnew(view)) return say(view.reach.every(isRim) ? "why.anew_rim" : "why.anew_anywhere");
  if (shut.length) return say("why.closed", { tables: named(shut), n: shut.length });
  const ends = taken(view) + 1 >= ENOUGH ? view.reach.filter((table) => isDeadEnd(view, table)) : [];
  if (ends.length) return say("why.ends", { tables: named(ends) });
  return say("why.take", { table: nameOf(view.last) });
}

function ofService(view: View, names: string[], prompt: Prompt<Choices>, { card, table }: Picked): Line {
  if (card) return { text: say("ask.where", { card: cardName(card) }), why: whyCard(card) };
  if (table !== null) {
    const owner = view.markers[table] ?? 0;
    const key = owner === view.seat ? "why.own_marker" : "why.marker";
    return { text: say("ask.which", { table: nameOf(table) }), why: say(key, { name: names[owner] ?? "" }) };
  }
  if (view.step === "serve_more") {
    const isJump = view.last !== null && view.plates[view.last] === "jump";
    const text = isJump ? say("ask.serve_jump") : say("ask.serve_double", { table: nameOf(view.last ?? 0) });
    const isStuck = !prompt.choices.actions.some(({ type }) => type === "serve");
    return { text, why: say(isStuck ? "why.nothing_fits" : "why.may_leave") };
  }
  if (view.last === null) return { text: say("ask.serve_first"), why: say("why.serve_first") };
  return { text: say("ask.serve"), why: say("why.serve", { table: nameOf(view.last) }) };
}

export function whyCard(card: Card): string {
  if (!isMenu(card)) return say(`why.serve_${card}`);
  const worth = value(card);
  if (worth === 600) return say("why.serve_600");
  return say(worth === 300 ? "why.serve_300" : "why.serve_small");
}

function ofOthers(view: View, names: string[]): Line {
  const name = names[view.to_play] ?? "";
  if (view.to_play === view.seat) {
    const isTaking = view.step === "turn" && view.last !== null;
    return { text: isTaking ? say("wait.you_take", { table: nameOf(view.last ?? 0) }) : say("wait.you"), why: "" };
  }
  const other = view.victim === null ? "" : (names[view.victim] ?? "");
  return { text: say(`wait.${view.step}`, { name, other }), why: "" };
}

function ofScene(scene: Scene, view: View, names: string[]): string {
  const who = (seat: number): string => names[seat] ?? "";
  const whom = (seat: number): string => (seat === view.seat ? say("players.you") : who(seat));
  const mine = (seat: number): string => (seat === view.seat ? ".you" : ".name");
  switch (scene.kind) {
    case "found":
    case "fetched": {
      const { seat, card } = scene;
      if (!card) return say("scene.menu", { name: who(seat) });
      return say(`scene.found${mine(seat)}`, { name: who(seat), card: aCard(card) });
    }
    case "offered":
      return say(`scene.offered${mine(scene.seat)}`, { name: who(scene.seat), other: whom(scene.other) });
    case "drawn": {
      const { seat, other, card } = scene;
      if (card && seat === view.seat) return say("scene.drew.you", { other: who(other), card: aCard(card) });
      if (card && other === view.seat) return say("scene.lost.you", { name: who(seat), card: aCard(card) });
      return say("scene.drew.name", { name: who(seat), other: who(other) });
    }
    case "kept":
      return say(`scene.kept${mine(scene.seat)}`, { name: who(scene.seat) });
    case "declined":
      return say(`scene.declined${mine(scene.seat)}`, { name: who(scene.seat) });
    case "reserved": {
      const { seat, res, beneath } = scene.event;
      return say(`scene.reserved${mine(seat)}`, { name: who(seat), card: aCard(res), n: beneath });
    }
    case "passed":
      return say(`scene.${scene.event.type}${mine(scene.event.seat)}`, { name: who(scene.event.seat) });
    case "noted":
      return say("scene.noted");
    case "served": {
      const { seat, card, row, col, owner, points } = scene.event;
      const table = nameOf(tableAt(row - 1, col - 1));
      const values = { name: who(seat), card: aCard(card), table, owner: whom(owner), points };
      return say(`scene.${points ? "served_for" : "served"}${mine(seat)}`, values);
    }
    case "count":
      return say(`scene.count_${scene.columns}`);
  }
}

function whyScene(scene: Scene, view: View, names: string[]): string {
  switch (scene.kind) {
    case "found":
    case "fetched":
      if (scene.card === "double") return say("why.found_double");
      if (scene.card === "jump") return say("why.found_jump");
      if (scene.card === "dish") return say("why.found_dish");
      if (scene.card && isRes(scene.card)) return say("why.found_res");
      return "";
    case "passed":
      return scene.event.type === "passed" ? say("why.passed") : "";
    case "noted": {
      const { ending, first } = scene.ended;
      const key = first === view.seat ? "why.noted_you" : "why.noted";
      return `${capital(ordersEnding(ending))} ${say(key, { name: names[first] ?? "" })}`;
    }
    case "count":
      return capital(serviceEnding(scene.event.ending));
    default:
      return "";
  }
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
