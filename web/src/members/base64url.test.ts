import { expect, test } from "vitest";
import { base64url, bytes } from "./base64url";

test("bytes survive the way to the house and back", () => {
  const all = Uint8Array.from({ length: 256 }, (_, at) => at);
  for (const length of [0, 1, 2, 3, 255, 256]) {
    const text = base64url(all.slice(0, length).buffer);
    expect(text).toMatch(/^[\w-]*$/);
    expect([...new Uint8Array(bytes(text))]).toEqual([...all.slice(0, length)]);
  }
});
