/** Which game an evening might play next. */
import type { EveningInfo, GameInfo } from "../types/api";

export interface Proposal {
  game: GameInfo;
  /** How many bots it needs besides those who are here. */
  bots: number;
}

/** The games that all who are here can play together, those played least tonight first. */
export function proposals(games: readonly GameInfo[], evening: EveningInfo): Proposal[] {
  const here = evening.people.filter((person) => person.here).length;
  const times = (game: GameInfo) => evening.matches.filter((match) => match.game === game.name).length;
  return games
    .filter(({ players }) => here > 0 && here <= players.high)
    .map((game) => ({ game, bots: Math.max(0, game.players.low - here) }))
    .sort((one, two) => Math.sign(one.bots) - Math.sign(two.bots) || times(one.game) - times(two.game));
}
