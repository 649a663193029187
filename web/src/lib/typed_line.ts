/** Choices written as lines, for a table that nobody has drawn. */
import { ask } from "./api";
import type { Typing } from "./game";
import { complain } from "./toasts.svelte";
import type { LineAsked, LineRead } from "../types/api";

export function typingAt(table: string, seat: number, play: (action: Record<string, unknown>, prompt: number) => Promise<boolean>): Typing {
  const path = `/tables/${table}/seats/${seat}/line`;
  return {
    question: async () => (await ask<LineAsked>("GET", path)).words,
    send: async (line) => {
      try {
        const read = await ask<LineRead>("POST", path, { line });
        return await play(read.action, read.prompt);
      } catch (error) {
        complain(error);
        return false;
      }
    },
  };
}
