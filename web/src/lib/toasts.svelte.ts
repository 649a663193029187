/** Short notes at the edge of the page: what was refused, what was done. */
import { Refused, Unreachable } from "./api";
import { say } from "./shell";

export interface Toast {
  id: number;
  kind: "trouble" | "news";
  text: string;
  /** The rule that is why, with its page. */
  rule?: { id: string; page: string };
}

export const toasts = $state<Toast[]>([]);
let next = 0;

export function note(text: string, kind: Toast["kind"] = "news", rule?: Toast["rule"]): void {
  const id = next++;
  while (toasts.length > 2) toasts.shift();
  toasts.push({ id, kind, text, ...(rule ? { rule } : {}) });
  setTimeout(() => dismiss(id), kind === "trouble" ? 9000 : 4500);
}

export function dismiss(id: number): void {
  const at = toasts.findIndex((toast) => toast.id === id);
  if (at >= 0) toasts.splice(at, 1);
}

/** Say what went wrong with something that was asked of the house. */
export function complain(error: unknown): void {
  if (error instanceof Refused) note(error.message, "trouble");
  else if (error instanceof Unreachable) note(say("unreachable"), "trouble");
  else throw error;
}
