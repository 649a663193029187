import { describe, expect, it } from "vitest";
import { costOf, stacks } from "./cards";
import { TABLES, isRim, isSalon, isTurned, nameOf, neighbours, tableAt } from "./room";

describe("the room", () => {
  it("has a rim of 28 tables and a salon of 16", () => {
    expect(TABLES.filter(isRim)).toHaveLength(28);
    expect(TABLES.filter(isSalon)).toHaveLength(16);
    expect(nameOf(13)).toBe("B4");
  });

  it("is entered over four stairs where there are stairs", () => {
    expect(neighbours(0, false)).toEqual([1, 10]);
    expect(neighbours(3, true)).toEqual([4, 2]);
    expect(neighbours(tableAt(0, 4), true)).toContain(tableAt(1, 4));
    const ways = TABLES.filter(isSalon).flatMap((table) => neighbours(table, true).filter((other) => !isSalon(other)));
    expect(ways).toHaveLength(4);
  });

  it("is turned where that makes the tables larger, and back only where that is worth it", () => {
    expect(isTurned(326, 340, null)).toBe(true);
    expect(isTurned(326, 240, null)).toBe(false);
    expect(isTurned(326, 285, true)).toBe(true);
    expect(isTurned(326, 240, true)).toBe(false);
    expect(isTurned(326, 340, false)).toBe(false);
    expect(isTurned(326, 500, false)).toBe(true);
  });
});

describe("cards", () => {
  it("cost their value when still held, RES menus twice", () => {
    expect(costOf(["menu200", "res300", "dish"])).toBe(800);
  });

  it("lie together when alike, in the order of their value", () => {
    expect(stacks(["dish", "menu100", "res100", "menu100"])).toEqual([
      { card: "menu100", count: 2 },
      { card: "res100", count: 1 },
      { card: "dish", count: 1 },
    ]);
  });
});
