// Written by web/generate_types.py from the OpenAPI document of the house. Do not edit.

export interface AllowedValues {
  low?: number | null;
  high?: number | null;
  step?: number | null;
  least?: number | null;
  most?: number | null;
  members?: string[] | null;
}

export interface AwayInfo {
  member: MemberName;
  last_at: number | null;
}

export interface BlockResult {
  handle: string;
  name: string;
}

export interface BlockedInfo {
  handle: string;
  name: string;
}

/** Who may read a member's book. */
export type BookReaders = "house" | "me" | "members";

export interface BookReadersRequest {
  readers: BookReaders;
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
  member?: boolean;
}

export interface ChanceOutcome {
  action: Record<string, unknown>;
  weight: number;
}

export interface ChoicesRequest {
  off: string[];
  zone: string;
  digest: Digest;
  quiet_from?: number | null;
  quiet_until?: number | null;
}

export interface Company {
  people: RegularInfo[];
  groups: GroupInfo[];
  blocked: BlockedInfo[];
}

export interface ContinueRequest {
  step: number;
  seat: number;
  bots?: string;
}

export interface DeviceCode {
  code: string;
  seconds: number;
}

export interface DeviceInfo {
  id: string;
  about: string;
  added_at: number;
  seen_at: number;
  is_this: boolean;
}

/** How often e-mails may come. */
export type Digest = "day" | "hour" | "none";

export interface DrawInfo {
  entry: number;
  outcomes: ChanceOutcome[];
}

export interface EmailRequest {
  email: string;
}

export interface EveningInfo {
  id: string;
  title: string;
  people: EveningPersonInfo[];
  matches: EveningMatchInfo[];
  host: boolean;
  you: boolean;
  current: string | null;
  yours: boolean;
}

export interface EveningMatchInfo {
  table: string;
  game: string;
  status: string;
}

export interface EveningPersonInfo {
  name: string;
  points: number;
  played: number;
  won: number;
  rank: number;
  here: boolean;
  you: boolean;
  by_match: (number | null)[];
}

export interface EveningRequest {
  title: string;
  plays?: boolean;
}

export type FileFormat = "csv" | "json" | "parquet";

export interface FormPoint {
  table: string | null;
  ended_at: number;
  rank: number;
  players: number;
  won: boolean;
}

export type Format = "knock_out" | "round_robin" | "swiss";

export interface GameBook {
  game: string;
  played: number;
  won: number;
  mean_rank: number;
  mean_players: number;
  best: number | null;
  best_table: string | null;
  streak: number;
  longest_streak: number;
  form: FormPoint[];
  openings: OpeningsInfo | null;
  rating: RatingInfo | null;
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

export interface GroupInfo {
  table: string;
  game: string;
  ended_at: number;
  handles: string[];
  names: string[];
}

export interface GroupRequest {
  handles: string[];
  like?: string | null;
  game?: string | null;
  options?: Record<string, unknown>;
  commitment?: string | null;
}

export interface GuestInfo {
  name: string;
  role?: Role | null;
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

export interface HouseBook {
  week: Record<string, number>;
  players: WeekPlayer[];
  matches: MatchInfo[];
  records: RecordInfo[];
  away: AwayInfo[];
}

export interface HouseInfo {
  address: string | null;
  is_loopback: boolean;
}

export interface InvitationRequest {
  people?: number;
}

export interface JoinRequest {
  name: string;
  passkey?: Record<string, unknown> | null;
  passphrase?: string | null;
  invitation?: string | null;
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

export interface ListedEvening {
  id: string;
  title: string;
  created_at: number;
}

export interface ListedMember {
  id: string;
  name: string;
  role: Role;
  joined_at: number;
  you: boolean;
}

export interface ListedTournament {
  id: string;
  title: string;
  game: string;
  status: string;
  created_at: number;
  is_organiser: boolean;
}

export interface MatchInfo {
  table: string | null;
  game: string;
  ended_at: number;
  rated: boolean;
  people: PersonInfo[];
}

export interface MemberBook {
  id: string | null;
  name: string;
  yours: boolean;
  readers: string | null;
  joined_at: number | null;
  played: number;
  games: GameBook[];
  rivals: RivalInfo[];
  months: Month[];
  matches: MatchInfo[];
}

export interface MemberInfo {
  name: string;
  role: Role;
  joined_at: number;
  passkeys: PasskeyInfo[];
  has_passphrase: boolean;
  codes_left: number;
}

export interface MemberList {
  members: ListedMember[];
  open: boolean;
  invited: number;
}

export interface MemberName {
  id: string;
  name: string;
}

export interface Month {
  month: string;
  played: number;
  won: number;
}

export interface NameRequest {
  name: string;
}

export interface NextMatchRequest {
  game: string;
  options?: Record<string, unknown>;
  bots?: string[];
}

export interface NotificationChoices {
  kinds: string[];
  off: string[];
  zone: string;
  digest: Digest;
  quiet_from: number | null;
  quiet_until: number | null;
  email: string | null;
  is_confirmed: boolean;
  has_mail: boolean;
  push_key: string;
  devices: PushDeviceInfo[];
}

export interface NotificationToken {
  token: string;
}

/** What happens when a seat's time has run out. */
export type OnTimeout = "bot" | "forfeit";

export interface OpeningInfo {
  words: string;
  count: number;
}

export interface OpeningsInfo {
  title: string;
  openings: OpeningInfo[];
}

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
  kind: "record" | "table";
  id: string;
  step: number;
}

export interface OwnMatch {
  table: string;
  game: string;
  players: number;
  ended_at: number;
  seat: number;
  rank: number;
  score: number | null;
}

export interface PasskeyInfo {
  id: string;
  site: string;
  created_at: number;
  used_at: number | null;
}

export interface PasskeyNameRequest {
  name?: string | null;
}

export interface PasskeyRequest {
  passkey: Record<string, unknown>;
}

export interface PassphraseRequest {
  passphrase: string;
}

export interface PersonInfo {
  kind: "bot" | "forgotten" | "hidden" | "person";
  name: string;
  member: string | null;
  bot: string | null;
  rank: number;
  score: number | null;
  left: boolean;
  own: boolean;
}

export interface PlayerInfo {
  number: number;
  name: string;
  rank: number;
  points: number;
  buchholz: number;
  sonneborn: number;
  wins: number;
  here: boolean;
  taken_out: boolean;
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

export interface PushDeviceInfo {
  id: string;
  about: string;
  created_at: number;
  here: boolean;
}

export interface PushRequest {
  endpoint: string;
  p256dh: string;
  auth: string;
}

export interface RankedBot {
  level: string;
  number: number;
}

export interface RankedMember {
  member: string;
  name: string;
  yours: boolean;
  number: number;
  margin: number;
  matches: number;
}

export interface Ranking {
  game: string;
  season: string;
  runs: boolean;
  closed_at: number | null;
  members: RankedMember[];
  bots: RankedBot[];
}

export interface RanksRequest {
  ranks: number[];
}

export interface RatingInfo {
  number: number;
  margin: number;
  season: string;
  matches: number;
  curve: RatingPoint[];
}

export interface RatingPoint {
  at: number;
  number: number;
  margin: number;
}

export interface RecordInfo {
  game: string;
  kind: "played" | "score" | "won";
  value: number;
  members: MemberName[];
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

export interface RecoveryCodes {
  codes: string[];
}

/** Why something was not done: a code for programs, a sentence for people, the rule it would break. */
export interface Refusal {
  code: string;
  sentence: string;
  rule?: string | null;
}

export interface RegistrationRequest {
  open: boolean;
}

export interface RegularInfo {
  handle: string;
  name: string;
  member: boolean;
  matches: number;
  last_at: number | null;
  mine: boolean;
  theirs: boolean;
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

export interface Report {
  id: string;
  reporter: string | null;
  about: string;
  member: string | null;
  table: string;
  game: string;
  lines: ReportedLine[];
  note: string;
  at: number;
  done_at: number | null;
}

export interface ReportRequest {
  lines: number[];
  note?: string;
}

export interface Reported {
  people: number;
}

export interface ReportedLine {
  number: number;
  text: string;
  at: number;
}

export interface ReviewInfo {
  game: string;
  names: string[];
  places: number[];
  yours: number[];
  is_begun: boolean;
  done: number;
  jobs: number;
  review: Reviewed | null;
}

export interface Reviewed {
  seats: ReviewedSeat[];
  chances: number[];
  moments: ReviewedMoment[];
  turning_points: number[];
  lucky_moments: number[];
}

export interface ReviewedChoice {
  entry: number;
  seat: number;
  words: string | null;
  best: string | null;
  is_forced: boolean;
  is_best: boolean;
  cost: number;
  error: number;
}

export interface ReviewedMoment {
  end: number;
  is_draw: boolean;
  words: string[];
  chances: number[];
  luck: number[];
  choices: ReviewedChoice[];
}

export interface ReviewedPosition {
  step: number;
  seat: number | null;
  view: Record<string, unknown>;
  words: string[];
  actors: number[];
  choices: Record<string, unknown> | null;
  choice_words: string[] | null;
  best: Record<string, unknown> | null;
}

export interface ReviewedSeat {
  accuracy: number | null;
  decisions: number;
  start: number;
  draws: number;
  own: number;
  others: number;
  unforeseen: number;
  result: number;
}

export interface RivalInfo {
  kind: "bot" | "hidden" | "person";
  name: string;
  member: string | null;
  bot: string | null;
  matches: number;
  ahead: number;
  behind: number;
}

/** What a member is in the house. */
export type Role = "helper" | "host" | "member";

export interface RoleRequest {
  role: Role;
}

export interface RoundInfo {
  tables: RoundTableInfo[];
  byes: number[];
  over: boolean;
}

export interface RoundTableInfo {
  id: string;
  seats: (number | null)[];
  ranks: number[];
  points: number[];
  absent: number[];
  decided: boolean;
  begun: boolean;
}

export interface SeasonList {
  game: string;
  seasons: string[];
}

export interface SeasonRequest {
  season: string;
}

export interface SeatRequest {
  seat?: number | null;
  name?: string | null;
}

export interface SignInInfo {
  open: boolean;
  passkeys: boolean;
}

export interface SignInRequest {
  passkey?: Record<string, unknown> | null;
  name?: string | null;
  passphrase?: string | null;
  code?: string | null;
}

export interface StartRequest {
  part?: string | null;
  commitments?: (string | null)[] | null;
}

export type Status = "aside" | "closed" | "open" | "over" | "playing";

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
  time_limits?: TimeLimitsRequest;
  bots?: string[];
  seats?: number;
  names?: string[];
  first_seat?: number;
  commitment?: string | null;
  rated?: boolean;
}

export interface TableSummary {
  id: string;
  game: string;
  options: Record<string, unknown>;
  rules_version: number;
  status: Status;
  open: boolean;
  time_limits: TimeLimits;
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
  rated: boolean;
  invited_by?: string | null;
}

export interface TimeLimits {
  seconds?: number | null;
  reserve?: number;
  on_timeout?: OnTimeout;
}

export interface TimeLimitsRequest {
  seconds?: number | null;
  reserve?: number;
  on_timeout?: OnTimeout;
}

export interface TokenRequest {
  token: string;
}

export interface TournamentInfo {
  id: string;
  title: string;
  game: string;
  format: Format;
  seats: number;
  bots: boolean;
  status: "open" | "over" | "running";
  rounds_planned: number | null;
  players: PlayerInfo[];
  rounds: RoundInfo[];
  organiser: boolean;
  you: number | null;
  your_table: string | null;
  takes_players: boolean;
  between_rounds: boolean;
  due: number | null;
  now: number;
}

export interface TournamentRequest {
  title: string;
  game: string;
  format: Format;
  seats: number;
  options?: Record<string, unknown>;
  least?: number | null;
  rounds?: number | null;
  bots?: boolean;
  level?: string;
  time_limits?: TimeLimitsRequest;
  arrival_seconds?: number;
  no_show?: OnTimeout;
  automatic?: boolean;
  plays?: boolean;
}

export interface WeekPlayer {
  member: MemberName;
  played: number;
  won: number;
}

/** What the house answers, where the path is always the same. */
export interface Answers {
  "DELETE /me": null;
  "DELETE /me/devices": null;
  "DELETE /me/notifications/email": NotificationChoices;
  "DELETE /members/invitations": MemberList;
  "DELETE /sign-in": null;
  "GET /book": HouseBook;
  "GET /book/me": MemberBook;
  "GET /book/me/matches": MatchInfo[];
  "GET /evenings": ListedEvening[];
  "GET /games": GameInfo[];
  "GET /house": HouseInfo;
  "GET /me": GuestInfo;
  "GET /me/data": Record<string, unknown>;
  "GET /me/devices": DeviceInfo[];
  "GET /me/member": MemberInfo;
  "GET /me/member/matches": OwnMatch[];
  "GET /me/notifications": NotificationChoices;
  "GET /me/regulars": Company;
  "GET /members": MemberList;
  "GET /messages.json": Record<string, unknown>;
  "GET /my/records": RecordSummary[];
  "GET /my/tables": TableSummary[];
  "GET /ratings": SeasonList[];
  "GET /reports": Report[];
  "GET /sign-in": SignInInfo;
  "GET /tables": TableSummary[];
  "GET /tournaments": ListedTournament[];
  "PATCH /me": GuestInfo;
  "POST /evenings": EveningInfo;
  "POST /me": GuestInfo;
  "POST /me/come-back": GuestInfo;
  "POST /me/group-table": TableSummary;
  "POST /me/link": LinkToken;
  "POST /me/member": RecoveryCodes;
  "POST /me/member/device-code": DeviceCode;
  "POST /me/member/host": MemberInfo;
  "POST /me/member/passkey-options": Record<string, unknown>;
  "POST /me/member/passkeys": MemberInfo;
  "POST /me/member/recovery-codes": RecoveryCodes;
  "POST /me/notifications/devices": NotificationChoices;
  "POST /me/notifications/trial": null;
  "POST /members/invitations": LinkToken;
  "POST /notifications/confirm": null;
  "POST /notifications/off": null;
  "POST /notifications/on": null;
  "POST /ratings/close": SeasonList[];
  "POST /records": RecordSummary;
  "POST /sign-in": GuestInfo;
  "POST /sign-in/passkey-options": Record<string, unknown>;
  "POST /tables": TableSummary;
  "POST /take-seat": TableSummary;
  "POST /tournaments": TournamentInfo;
  "PUT /book/me": MemberBook;
  "PUT /me/member/passphrase": MemberInfo;
  "PUT /me/notifications": NotificationChoices;
  "PUT /me/notifications/email": NotificationChoices;
  "PUT /members/registration": MemberList;
}
