/** What is asked of the house over HTTP. */
import { settings } from "./settings.svelte";
import type { Answers, RecordSummary, Refusal } from "../types/api";

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

/** Whether a record holds; asked as a stranger, so that the house keeps no copy of it. */
export async function check(record: unknown): Promise<RecordSummary> {
  return ask("POST", "/records", record, "omit");
}

type PathOf<M extends string> = keyof Answers extends infer K ? (K extends `${M} ${infer P}` ? P : never) : never;

/** Where the path is always the same, the house itself says what it answers. */
export async function ask<M extends string, P extends PathOf<M>>(
  method: M,
  path: P,
  body?: unknown,
  credentials?: RequestCredentials,
): Promise<Answers[`${M} ${P}` & keyof Answers]>;
export async function ask<T>(method: string, path: string, body?: unknown, credentials?: RequestCredentials): Promise<T>;
export async function ask(method: string, path: string, body?: unknown, credentials: RequestCredentials = "same-origin"): Promise<unknown> {
  const { answer, text } = await request(method, path, body, credentials);
  const data = read(text);
  if (!answer.ok) throw refused(answer, data);
  return data;
}

/** What is no data but a page, as it was written. */
export async function askText(path: string): Promise<string> {
  const { answer, text } = await request("GET", path);
  if (!answer.ok) throw refused(answer, read(text));
  return text;
}

async function request(method: string, path: string, body?: unknown, credentials: RequestCredentials = "same-origin") {
  const url = new URL(`/api${path}`, location.origin);
  url.searchParams.set("lang", settings.lang);
  try {
    const answer = await fetch(url, {
      method,
      credentials,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return { answer, text: await answer.text() };
  } catch {
    throw new Unreachable();
  }
}

function read(text: string): unknown {
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    throw new Unreachable();
  }
}

function refused(answer: Response, data: unknown): Refused {
  const told = (data ?? {}) as Partial<Refusal>;
  const wait = Number(answer.headers.get("Retry-After") ?? 0);
  return new Refused(answer.status, told.code ?? "", told.sentence ?? answer.statusText, told.rule ?? null, wait);
}
