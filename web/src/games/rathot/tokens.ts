/** A sentence of the log, cut where it names cards and groups of spices, so that these can be drawn. */
import type { Say } from "../../lib/texts.svelte";
import type { Face } from "./types";
import { FACES, faceInWords } from "./words";

export type Token = { text: string } | { faces: Face[] } | { face: Face; count: number };

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export function tokens(sentence: string, say: Say): Token[] {
  const named = new Map(FACES.map((face) => [faceInWords(face, say), face]));
  const names = [...named.keys()].sort((one, other) => other.length - one.length).map(quoted).join("|");
  const card = `(?:${names})(?: \\| (?:${names})){2}`;
  const group = `\\d+ × (?:${names})`;
  return sentence.split(new RegExp(`(${card}|${group})`)).filter(Boolean).map((part): Token => {
    const faces = part.split(" | ").map((name) => named.get(name));
    if (faces.length === 3 && faces.every((face) => face !== undefined)) return { faces };
    const [count, name = ""] = part.split(" × ");
    const face = named.get(name);
    return face ? { face, count: Number(count) } : { text: part };
  });
}
