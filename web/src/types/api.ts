// Written by web/generate_types.py from the Python classes. Do not edit.

export interface AllowedTold {
  low?: number | null;
  high?: number | null;
  step?: number | null;
  least?: number | null;
  most?: number | null;
  members?: string[] | null;
}

export interface BotGiven {
  level: string;
}

export interface ChairTold {
  name: string;
  kind: string;
  level?: string | null;
  absent?: boolean;
  forfeited?: boolean;
  muted?: boolean;
}

export interface ChoiceTold {
  action: Record<string, unknown>;
  words: string;
  chance: number;
  weight: number;
}

export interface FromHere {
  step: number;
  seat: number;
  bots?: string;
}

export interface GameTold {
  name: string;
  title: string;
  tagline: string;
  about: string;
  credits: string;
  minutes: [number, number];
  age: number;
  players: PlayersTold;
  hidden: boolean;
  at_once: boolean;
  options: OptionTold[];
  levels: string[];
  table: string | null;
  picture: string | null;
}

export interface GuestTold {
  name: string;
}

export interface HappenedTold {
  event: Record<string, unknown>;
  words?: string | null;
}

export interface HintTold {
  prompt: number;
  level: string;
  action: Record<string, unknown>;
  words: string;
  choices: ChoiceTold[];
  together: boolean;
  matches: number;
}

export interface LineAsked {
  prompt: number;
  words: string;
}

export interface LineGiven {
  line: string;
}

export interface LineRead {
  prompt: number;
  action: Record<string, unknown>;
  words: string;
}

export interface LinkTold {
  token: string;
  seconds: number;
}

export interface NameGiven {
  name: string;
}

/** What happens when a seat's time has run out. */
export type OnTimeout = "bot" | "forfeit";

export interface OptionTold {
  name: string;
  title: string;
  help: string;
  default: unknown;
  allowed: AllowedTold;
  values?: Record<string, string> | null;
}

export interface Origin {
  kind: "table" | "record";
  id: string;
  step: number;
}

export interface Pace {
  seconds?: number | null;
  reserve?: number;
  on_timeout?: OnTimeout;
}

export interface PaceGiven {
  seconds?: number | null;
  reserve?: number;
  on_timeout?: OnTimeout;
}

export interface PlayersTold {
  low: number;
  high: number;
  usual: number;
}

export interface ProgramToken {
  table: string;
  token: string;
}

export interface RecordTold {
  id: string | null;
  game: string;
  options: Record<string, unknown>;
  seats: SeatTold[];
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

export interface ReplayTold {
  game: string;
  options: Record<string, unknown>;
  seats: SeatTold[];
  names: string[];
  result: Record<string, unknown> | null;
  last: number;
  steps: StepTold[];
}

export interface SeatGiven {
  seat?: number | null;
  name?: string | null;
}

export interface SeatTold {
  name: string;
  bot: string | null;
}

export interface SeenTold {
  seat: number | null;
  view: Record<string, unknown>;
  words?: string[] | null;
}

export type Status = "open" | "playing" | "over" | "aside" | "closed";

export interface StepTold {
  number: number;
  views: SeenTold[];
  seat?: number | "chance" | null;
  action?: Record<string, unknown> | null;
  action_words?: string | null;
  events?: HappenedTold[];
}

export interface TableGiven {
  game: string;
  options?: Record<string, unknown>;
  open?: boolean;
  pace?: PaceGiven;
  bots?: string[];
  seats?: number;
  names?: string[];
}

export interface TableTold {
  id: string;
  game: string;
  options: Record<string, unknown>;
  status: Status;
  open: boolean;
  pace: Pace;
  chairs: ChairTold[];
  yours: number[];
  host: boolean;
  commitment: string;
  created_at: number;
  next_table: string | null;
  winners: number[];
  scores: number[];
  your_turn: boolean;
  origin: Origin | null;
}

export interface TokenGiven {
  token: string;
}
