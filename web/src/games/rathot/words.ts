/** What the table says of cards and places. */
import type { Say } from "../../lib/texts.svelte";
import type { Deck, Dir, Face, Place } from "./types";
import { facesOf } from "./cards";
import type { Outcome } from "./scoring";

const NAMES: Record<Face, string> = {
  "--": "nothing",
  r1: "red_1",
  r2: "red_2",
  r3: "red_3",
  r4: "red_4",
  g1: "green_1",
  g2: "green_2",
  g3: "green_3",
  g4: "green_4",
  "r*": "red_rat",
  "g*": "green_rat",
};

export const FACES = Object.keys(NAMES) as Face[];

export function faceInWords(face: Face, say: Say): string {
  return say(`faces.${NAMES[face]}`);
}

/** Its faces in the order in which they are seen, from the left or from the top. */
export function cardInWords(deck: Deck, card: number, dir: Dir, say: Say): string {
  const faces = facesOf(deck, card).map((face) => faceInWords(face, say));
  if (dir === "W" || dir === "N") faces.reverse();
  return say(dir === "E" || dir === "W" ? "table.card_across" : "table.card_down", { faces: faces.join(", ") });
}

/** The place in mind, and what it would bring. */
export function aimInWords(deck: Deck, place: Place, outcome: Outcome, names: string[], say: Say): string {
  const said = [
    cardInWords(deck, place.card, place.dir, say),
    say("table.at", { row: place.row, col: place.col, dir: say(`dirs.${place.dir}`) }),
  ];
  if (outcome.height > 1) said.push(say("table.on_cards", { height: outcome.height }));
  names.forEach((name, seat) => said.push(say("table.brings", { name, points: outcome.points[seat] ?? 0 })));
  said.push(say("preview.rats", { red: outcome.rats[0], green: outcome.rats[1] }));
  return said.join(" ");
}
