/** Under which address other devices reach the house. */
import { ask } from "./api";

export interface Reach {
  /** What links begin with. */
  origin: string;
  /** Whether only this computer can open them. */
  isOnlyHere: boolean;
}

const LOOPBACK = /^(localhost|127\..*|\[::1\])$/;
let known: Promise<Reach> | null = null;

/** The address of this page, unless that means "this computer" to every other device. */
export function reach(): Promise<Reach> {
  known ??= LOOPBACK.test(location.hostname) ? asked() : Promise.resolve({ origin: location.origin, isOnlyHere: false });
  return known;
}

async function asked(): Promise<Reach> {
  try {
    const told = await ask("GET", "/house");
    return { origin: told.address ? new URL(told.address).origin : location.origin, isOnlyHere: told.is_loopback };
  } catch {
    known = null;
    return { origin: location.origin, isOnlyHere: false };
  }
}
