/** What is asked of the house over HTTP. */
import { settings } from "./settings.svelte";
import type { ChairTold } from "../types/messages";

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    sentence: string,
    readonly rule: string | null,
    readonly wait: number,
  ) {
    super(sentence);
  }
}

/** The house did not answer. */
export class Unreachable extends Error {}

export interface OptionTold {
  name: string;
  title: string;
  help: string;
  default: unknown;
  allowed: Record<string, unknown>;
  /** What each of a few values means; only where there are a few. */
  values?: Record<string, string>;
}

export interface GameTold {
  name: string;
  title: string;
  tagline: string;
  about: string;
  minutes: string;
  credits: string;
  options: OptionTold[];
  levels: string[];
}

export interface TableTold {
  id: string;
  game: string;
  options: Record<string, unknown>;
  open: boolean;
  status: "open" | "playing" | "over" | "aside" | "closed";
  chairs: ChairTold[];
  yours: number[];
  host: boolean;
  commitment: string;
  next_table: string | null;
  winners: number[];
  scores: number[];
  your_turn: boolean;
}

/** A choice that a bot considered: what it promises, and how often to make it, 0 to 1. */
export interface ChoiceTold {
  action: Record<string, unknown>;
  words: string;
  chance: number;
  weight: number;
}

export interface HintTold {
  action: Record<string, unknown>;
  words: string;
  choices: ChoiceTold[];
  /** Others choose at the same time. */
  together: boolean;
  /** How many ways the match may go on were looked at. */
  matches: number;
}

export interface RecordTold {
  id: string | null;
  game: string;
  seats: { name: string; bot: string | null }[];
  entries: number;
  result: { scores: number[]; winners: number[] } | null;
  chance_checked: number | null;
}

/** Whether a record holds; asked as a stranger, so that the house keeps no copy of it. */
export async function check(record: unknown): Promise<RecordTold> {
  return ask<RecordTold>("POST", "/records", record, "omit");
}

export async function ask<T>(method: string, path: string, body?: unknown, credentials: RequestCredentials = "same-origin"): Promise<T> {
  const url = new URL(`/api${path}`, location.origin);
  url.searchParams.set("lang", settings.lang);
  let answer: Response;
  try {
    answer = await fetch(url, {
      method,
      credentials,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Unreachable();
  }
  const text = await answer.text();
  let data: unknown = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    throw new Unreachable();
  }
  if (!answer.ok) {
    const told = (data ?? {}) as { code?: string; sentence?: string; rule?: string | null };
    const wait = Number(answer.headers.get("Retry-After") ?? 0);
    throw new Refused(answer.status, told.code ?? "", told.sentence ?? answer.statusText, told.rule ?? null, wait);
  }
  return data as T;
}
