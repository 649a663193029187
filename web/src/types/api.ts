// Written by web/generate_types.py from the Python classes. Do not edit.

export interface AllowedValues {
  low?: number | null;
  high?: number | null;
  step?: number | null;
  least?: number | null;
  most?: number | null;
  members?: string[] | null;
}

export interface BotRequest {
  level: string;
}

export interface ChairInfo {
  name: string;
  kind: string;
  level?: string | null;
  absent?: boolean;
  forfeited?: boolean;
  muted?: boolean;
  left?: boolean;
  away?: boolean;
}

export interface ContinueRequest {
  step: number;
  seat: number;
  bots?: string;
}

export interface DrawInfo {
  entry: number;
  outcomes: Outcome[];
}

export interface GameInfo {
  name: string;
  title: string;
  tagline: string;
  about: string;
  credits: string;
  minutes: [number, number];
  age: number;
  players: PlayersInfo;
  hidden: boolean;
  at_once: boolean;
  options: OptionInfo[];
  levels: string[];
  table: string | null;
  picture: string | null;
  lesson: boolean;
}

export interface GuestInfo {
  name: string;
}

export interface HintChoice {
  action: Record<string, unknown>;
  words: string;
  chance: number;
  weight: number;
}

export interface HintInfo {
  prompt: number;
  level: string;
  action: Record<string, unknown>;
  words: string;
  choices: HintChoice[];
  together: boolean;
  matches: number;
}

export interface HouseInfo {
  address: string | null;
  is_loopback: boolean;
}

export interface LessonInfo {
  game: string;
  seat: number;
  names: string[];
  steps: LessonStep[];
}

export interface LessonMoment {
  events: StepEvent[];
  view: Record<string, unknown>;
  words: string[];
  actors: number[];
}

export interface LessonPrompt {
  choices: Record<string, unknown>;
  words?: string[] | null;
}

export interface LessonStep {
  key: string;
  tip: string;
  moments: LessonMoment[];
  prompt?: LessonPrompt | null;
  action?: Record<string, unknown> | null;
  shown?: boolean;
}

export interface LineAsked {
  prompt: number;
  words: string;
}

export interface LineRead {
  prompt: number;
  action: Record<string, unknown>;
  words: string;
}

export interface LineRequest {
  line: string;
}

export interface LinkToken {
  token: string;
  seconds: number;
}

export interface NameRequest {
  name: string;
}

/** What happens when a seat's time has run out. */
export type OnTimeout = "bot" | "forfeit";

export interface OptionInfo {
  name: string;
  title: string;
  help: string;
  default: unknown;
  allowed: AllowedValues;
  values?: Record<string, string> | null;
  needs?: string | null;
}

export interface Origin {
  kind: "table" | "record";
  id: string;
  step: number;
}

export interface Outcome {
  action: Record<string, unknown>;
  weight: number;
}

export interface Pace {
  seconds?: number | null;
  reserve?: number;
  on_timeout?: OnTimeout;
}

export interface PaceRequest {
  seconds?: number | null;
  reserve?: number;
  on_timeout?: OnTimeout;
}

export interface PlayersInfo {
  low: number;
  high: number;
  usual: number;
}

export interface ProgramToken {
  table: string;
  token: string;
}

export interface RecordSummary {
  id: string | null;
  game: string;
  options: Record<string, unknown>;
  seats: ReplaySeat[];
  entries: number;
  result: Record<string, unknown> | null;
  chance_checked: number | null;
  created_at: number | null;
}

/** Why something was not done: a code for programs, a sentence for people, the rule it would break. */
export interface Refusal {
  code: string;
  sentence: string;
  rule?: string | null;
}

export interface ReplayPage {
  game: string;
  options: Record<string, unknown>;
  rules_version: number;
  seats: ReplaySeat[];
  names: string[];
  result: Record<string, unknown> | null;
  last: number;
  steps: ReplayStep[];
}

export interface ReplaySeat {
  name: string;
  bot: string | null;
}

export interface ReplayStep {
  number: number;
  views: StepView[];
  seat?: number | "chance" | null;
  action?: Record<string, unknown> | null;
  action_words?: string | null;
  events?: StepEvent[];
}

export interface ReplayTurn {
  step: number;
  seat?: number | null;
  events?: StepEvent[];
}

export interface ReplayTurns {
  game: string;
  names: string[];
  turns: ReplayTurn[];
  places: number[];
  yours: number[];
}

export interface SeatRequest {
  seat?: number | null;
  name?: string | null;
}

export interface StartRequest {
  part?: string | null;
  commitments?: (string | null)[] | null;
}

export type Status = "open" | "playing" | "over" | "aside" | "closed";

export interface StepEvent {
  event: Record<string, unknown>;
  words?: string | null;
}

export interface StepView {
  seat: number | null;
  view: Record<string, unknown>;
  words?: string[] | null;
}

export interface TableRequest {
  game: string;
  options?: Record<string, unknown>;
  open?: boolean;
  pace?: PaceRequest;
  bots?: string[];
  seats?: number;
  names?: string[];
  first_seat?: number;
  commitment?: string | null;
}

export interface TableSummary {
  id: string;
  game: string;
  options: Record<string, unknown>;
  rules_version: number;
  status: Status;
  open: boolean;
  pace: Pace;
  chairs: ChairInfo[];
  yours: number[];
  host: boolean;
  commitment: string;
  created_at: number;
  next_table: string | null;
  winners: number[];
  scores: number[];
  your_turn: boolean;
  origin: Origin | null;
  places: number[];
  commitments: (string | null)[];
}

export interface TokenRequest {
  token: string;
}
