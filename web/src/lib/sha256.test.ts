import { createHash, createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { bytes, hex, hmac, sha256, unhex } from "./sha256";

const data = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => (at * 7 + length) % 256);

test("SHA-256 of the standard's examples", () => {
  expect(hex(sha256(bytes("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(hex(sha256(bytes("")))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});

test("SHA-256 of messages of any length", () => {
  for (let length = 0; length < 200; length++) {
    expect(hex(sha256(data(length)))).toBe(createHash("sha256").update(data(length)).digest("hex"));
  }
});

test("HMAC with keys shorter and longer than a block", () => {
  for (const length of [0, 1, 32, 63, 64, 65, 200]) {
    expect(hex(hmac(data(length), data(50)))).toBe(createHmac("sha256", data(length)).update(data(50)).digest("hex"));
  }
});

test("hexadecimal and back", () => {
  expect(hex(unhex("00ff10"))).toBe("00ff10");
  expect(unhex("")).toHaveLength(0);
});
