/** The games as they stand on the shelf: what the first page needs to know of them. */
import type { Component } from "svelte";
import CourtePaille from "../games/courtepaille/Picture.svelte";
import HotDog from "../games/hotdog/Picture.svelte";
import RatHot from "../games/rathot/Picture.svelte";
import Restaurant from "../games/restaurant/Picture.svelte";

export interface OnShelf {
  name: string;
  Picture: Component;
  low: number;
  high: number;
  /** How many play if nobody says otherwise. */
  usual: number;
  minutes: string;
}

export const SHELF: OnShelf[] = [
  { name: "hotdog", Picture: HotDog, low: 2, high: 5, usual: 3, minutes: "30–45" },
  { name: "rathot", Picture: RatHot, low: 2, high: 2, usual: 2, minutes: "20–30" },
  { name: "restaurant", Picture: Restaurant, low: 3, high: 6, usual: 4, minutes: "45–60" },
  { name: "courtepaille", Picture: CourtePaille, low: 2, high: 5, usual: 3, minutes: "20–30" },
];

export function onShelf(name: string): OnShelf | undefined {
  return SHELF.find((game) => game.name === name);
}

/** Whether players of a game hide anything from each other: then a device that goes from hand to hand needs a curtain. */
export function hasSecrets(name: string): boolean {
  return name !== "rathot";
}
