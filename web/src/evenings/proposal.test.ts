import { expect, test } from "vitest";
import type { EveningInfo, GameInfo } from "../types/api";
import { proposals } from "./proposal";

const game = (name: string, low: number, high: number) => ({ name, players: { low, high, usual: low } }) as GameInfo;
const GAMES = [game("few", 2, 3), game("pairs", 2, 2), game("many", 3, 6)];

function evening(here: number, played: string[] = []): EveningInfo {
  const people = Array.from({ length: here + 1 }, (_, at) => ({ here: at < here }));
  return { people, matches: played.map((name) => ({ game: name })) } as EveningInfo;
}

test("games that all can play, those without bots first", () => {
  expect(proposals(GAMES, evening(2)).map(({ game, bots }) => [game.name, bots])).toEqual([["few", 0], ["pairs", 0], ["many", 1]]);
  expect(proposals(GAMES, evening(5)).map(({ game }) => game.name)).toEqual(["many"]);
  expect(proposals(GAMES, evening(7))).toEqual([]);
  expect(proposals(GAMES, evening(0))).toEqual([]);
});

test("what was played least tonight comes first", () => {
  expect(proposals(GAMES, evening(3, ["few"])).map(({ game }) => game.name)).toEqual(["many", "few"]);
});
