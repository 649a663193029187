/** The bots of the house, as they are drawn. Their names are those of src/tablee/bots/cast.py. */

export interface Look {
  /** The outline of the head, within a square of 48. */
  head: string;
  fill: string;
  /** Where the hat sits: the top of the head. */
  top: number;
  /** Where the eyes are. */
  eyes: number;
  /** What makes it this one: strokes or patches, under the face. */
  marks: { path: string; fill?: string; stroke?: string }[];
}

export const CAST: Record<string, Look> = {
  Tartine: {
    head: "M9 21c-4-4-2-11 5-11 5-3 15-3 20 0 7 0 9 7 5 11v19a4 4 0 0 1-4 4H13a4 4 0 0 1-4-4z",
    fill: "#d9964a",
    top: 10,
    eyes: 26,
    marks: [{ path: "M13 22c-3-3-2-8 3-8 4-2 12-2 16 0 5 0 6 5 3 8v16a2 2 0 0 1-2 2H15a2 2 0 0 1-2-2z", fill: "#f5d9a6" }],
  },
  Biscotte: {
    head: "M14 9h20a6 6 0 0 1 6 6v22a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6V15a6 6 0 0 1 6-6z",
    fill: "#e2b36c",
    top: 10,
    eyes: 24,
    marks: [{ path: "M13 15h4M31 15h4M12 37h3M20 39h3M31 38h4M36 30h1M11 29h1", stroke: "#b9823c" }],
  },
  Praline: {
    head: "M24 9c10 0 17 7 17 17s-7 18-17 18S7 36 7 26 14 9 24 9z",
    fill: "#a8683f",
    top: 10,
    eyes: 25,
    marks: [{ path: "M13 19c2-4 6-6 10-6M12 34l3-2M35 36l-3-2M37 22l-3 1", stroke: "#d9a06c" }],
  },
  Ciboulette: {
    head: "M24 14c9 0 15 6 15 15s-6 15-15 15S9 38 9 29s6-15 15-15z",
    fill: "#cfe3a4",
    top: 14,
    eyes: 28,
    marks: [{ path: "M16 16C14 11 11 8 7 7M20 15c-1-6-3-9-6-12M28 15c1-6 4-10 7-12M32 16c2-5 5-8 9-9", stroke: "#4f8a3c" }],
  },
  Cornichon: {
    head: "M24 7c9 0 13 8 13 19S32 45 24 45 11 37 11 26 15 7 24 7z",
    fill: "#8fb457",
    top: 8,
    eyes: 23,
    marks: [{ path: "M15 17h1M32 15h1M14 32h1M33 33h1M20 41h1M28 12h1M19 12h1", stroke: "#5d7f33" }],
  },
  Noisette: {
    head: "M24 45C14 41 8 34 8 24c0-8 7-13 16-13s16 5 16 13c0 10-6 17-16 21z",
    fill: "#cf8f4c",
    top: 12,
    eyes: 26,
    marks: [{ path: "M8 22c0-7 7-12 16-12s16 5 16 12c-4-4-7-2-8-2-2-3-5-3-8 0-3-3-6-3-8 0-2-1-5-1-8 2z", fill: "#8a5a2f" }],
  },
  Brioche: {
    head: "M24 6c5 0 8 3 8 7 0 2-1 3-2 4 7 2 12 7 12 14 0 8-7 13-18 13S6 39 6 31c0-7 5-12 12-14-1-1-2-2-2-4 0-4 3-7 8-7z",
    fill: "#e4a650",
    top: 7,
    eyes: 28,
    marks: [{ path: "M17 17c4 3 10 3 14 0M20 9c1-1 3-2 5-1", stroke: "#b97a2a" }],
  },
  Pépin: {
    head: "M24 15c5-4 17-3 17 10 0 10-6 20-12 20-2 0-3-1-5-1s-3 1-5 1C13 45 7 35 7 25c0-13 12-14 17-10z",
    fill: "#e0705c",
    top: 13,
    eyes: 27,
    marks: [{ path: "M24 15c0-4 1-6 3-8", stroke: "#6b4426" }, { path: "M27 8c2-4 7-5 10-3-2 4-6 5-10 3z", fill: "#6d9a4a" }],
  },
};

/** What is worn above a head that ends at 0, by level: the better the cook, the taller the hat. */
export const HATS: Record<string, { path: string; band?: string }> = {
  plongeur: { path: "M16-1a3.5 3.5 0 1 1 .1 0zM27-4a5 5 0 1 1 .1 0zM35 1a2.5 2.5 0 1 1 .1 0z" },
  commis: { path: "M12 4C13-3 18-6 24-6s11 3 12 10c-7-3-17-3-24 0z" },
  cuisinier: { path: "M14 5V-1c-5-1-5-8 1-8 2-4 6-4 9-2 3-2 7-2 9 2 6 0 6 7 1 8v6c-6-2-14-2-20 0z" },
  chef: { path: "M14 5V-5c-6-1-6-9 1-9 2-5 6-5 9-3 3-2 7-2 9 3 7 0 7 8 1 9V5c-6-2-14-2-20 0z", band: "M14 1c6-2 14-2 20 0v4c-6-2-14-2-20 0z" },
  toque: { path: "M15 5V-12c-6-1-6-8 1-8 1-4 5-5 8-3 3-2 7-1 8 3 7 0 7 7 1 8V5c-6-2-12-2-18 0z", band: "M15 1c6-2 12-2 18 0v4c-6-2-12-2-18 0z" },
};

export type Mood = "calm" | "glad" | "sorry" | "thinking";

/** The mouth, for eyes at 0. */
export const MOUTHS: Record<Mood, string> = {
  calm: "M20 9c2 2 6 2 8 0",
  glad: "M18 7c2 6 10 6 12 0z",
  sorry: "M20 11c2-2.5 6-2.5 8 0",
  thinking: "M21 9.5h5",
};

export function isOfTheCast(name: string): boolean {
  return Object.hasOwn(CAST, name);
}
