/** RH-01, RH-02: the cards, known by their places in their deck; fixtures.test.ts holds them against the engine's. */
import type { Deck, Dir, Face, Place } from "./types";

export type CardFaces = readonly [Face, Face, Face];

export const START: CardFaces = ["r1", "--", "g1"];

const EVEN: readonly CardFaces[] = [
  ["r*", "r1", "g*"], ["g*", "g1", "r*"],
  ["r*", "g2", "g*"], ["g*", "r2", "r*"],
  ["r*", "r3", "g*"], ["g*", "g3", "r*"],
  ["r4", "--", "r*"], ["g4", "--", "g*"],
  ["g3", "r*", "r2"], ["r3", "g*", "g2"],
  ["r4", "r2", "r4"], ["g4", "g2", "g4"],
  ["g1", "r3", "g2"], ["r1", "g3", "r2"],
  ["g4", "r1", "g3"], ["r4", "g1", "r3"],
  ["--", "r1", "--"], ["--", "g1", "--"],
  ["r1", "--", "r1"], ["g1", "--", "g1"],
  ["r2", "--", "r2"], ["g2", "--", "g2"],
  ["g3", "--", "g3"], ["r3", "--", "r3"],
  ["r1", "--", "g4"], ["g1", "--", "r4"],
  ["r3", "--", "g2"], ["g3", "--", "r2"],
  ["r4", "--", "r3"], ["g4", "--", "g3"],
  ["r1", "r3", "--"], ["g1", "g3", "--"],
  ["r2", "r4", "--"], ["g2", "g4", "--"],
  ["r4", "g3", "--"], ["g4", "r3", "--"],
  ["g1", "r2", "--"], ["r1", "g2", "--"],
  ["r4", "--", "g2"], ["g4", "--", "r2"],
  ["r1", "g4", "--"], ["g1", "r4", "--"],
];

const PLAGUE: readonly CardFaces[] = [
  ["r1", "--", "g4"], ["g1", "--", "r4"],
  ["g3", "--", "g3"], ["r3", "--", "r3"],
  ["r4", "r2", "r4"], ["g4", "g2", "g4"],
  ["g4", "r2", "g3"], ["r4", "g2", "r3"],
  ["r1", "r3", "g*"], ["g1", "g3", "r*"],
  ["--", "g1", "g2"], ["--", "r1", "r2"],
  ["r1", "--", "r*"], ["g1", "--", "g*"],
  ["g4", "r*", "g4"], ["r4", "g*", "r4"],
  ["r2", "--", "r2"], ["g2", "--", "g2"],
  ["g3", "g*", "--"], ["r3", "r*", "--"],
  ["g*", "g4", "g*"], ["r*", "r4", "r*"],
  ["r1", "r3", "--"], ["g1", "g3", "--"],
  ["r4", "g3", "--"], ["g4", "r3", "--"],
  ["r*", "r3", "r*"], ["g*", "g3", "g*"],
  ["g2", "--", "g*"], ["r2", "--", "r*"],
  ["g1", "r4", "g2"], ["r1", "g4", "r2"],
  ["--", "r1", "g1"], ["--", "g1", "r1"],
  ["--", "r3", "g1"], ["--", "g3", "r1"],
  ["g1", "r3", "g2"], ["r1", "g3", "r2"],
  ["r2", "r4", "--"], ["g2", "g4", "--"],
  ["g2", "r*", "--"], ["r2", "g*", "--"],
];

/** RH-02: the spice cards of each deck. */
export const CARDS: Record<Deck, readonly CardFaces[]> = {
  even: EVEN,
  uneven: EVEN.map((faces, card) => (card === 17 ? ["r*", "g1", "--"] : faces)),
  plague: PLAGUE,
};

/** RH-19. */
export const TOO_MANY_RATS = 3;
/** RH-07. */
export const TURNS = EVEN.length / 2 + 1;

/** What a card of a deck shows; null: the start card, which is the same for all decks. */
export function facesOf(deck: Deck, card: number | null): CardFaces {
  return (card === null ? START : CARDS[deck][card]) ?? START;
}

/** RH-08: whether a card reads the same both ways. */
export function readsAlike(deck: Deck, card: number): boolean {
  const [first, , last] = facesOf(deck, card);
  return first === last;
}

/** RH-03: whose face it is; null: nobody's. */
export function ownerOf(face: Face): number | null {
  return face === "--" ? null : face.startsWith("r") ? 0 : 1;
}

export function isRat(face: Face): boolean {
  return face.endsWith("*");
}

/** Rows and columns from one square of a card to the next. */
export const STEPS: Record<Dir, readonly [number, number]> = { E: [0, 1], S: [1, 0], W: [0, -1], N: [-1, 0] };

export type Square = [row: number, col: number];

/** The squares of a laid card, in the order of its faces. */
export function squaresOf(place: Pick<Place, "row" | "col" | "dir">): Square[] {
  const [down, right] = STEPS[place.dir];
  return [0, 1, 2].map((step) => [place.row + step * down, place.col + step * right]);
}

/** RH-04: how the start card lies. */
export const START_PLACE = { row: 0, col: -1, dir: "E" } as const;
