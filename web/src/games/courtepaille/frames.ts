/** The pictures between two messages: each event in turn, as the rules carry it out. */
import type { Frame } from "../../lib/game";
import type { Event, View } from "./types";
import { clearMenu, unfold } from "./unfold";

const MILLISECONDS: Record<Event["type"], number> = {
  dealt: 500,
  part_began: 900,
  menu_laid: 600,
  reshuffled: 600,
  chosen: 250,
  revealed: 1200,
  took: 1000,
  removed: 1200,
  added: 1200,
  looked: 1200,
  nothing_to_do: 900,
  drew: 600,
  day_turned: 1200,
  round_ended: 600,
  week_counted: 1400,
  hand_shown: 900,
  announced: 700,
  tied: 800,
  tie_counted: 1100,
  part_won: 1000,
  character_left: 1400,
  went_out: 900,
  cocos_returned: 900,
  game_ended: 600,
};
/** What happens to all at once is one picture. */
const TOGETHER: readonly Event["type"][] = ["dealt", "chosen", "hand_shown"];
const CLEARED = 450;
const LONGEST = 5000;

export function frames(before: View | null, events: Event[], after: View): Frame<View, Event>[] {
  if (!before || !events.length) return [{ view: after, events, milliseconds: 0 }];
  const found: Frame<View, Event>[] = [];
  let view = before;
  for (const [place, event] of events.entries()) {
    const last = found.at(-1);
    if (clears(event, events[place - 1]) && view.menu.length && isRoundOver(view)) {
      view = clearMenu(view);
      found.push({ view, events: [], milliseconds: CLEARED });
    }
    view = unfold(view, event);
    if (last && TOGETHER.includes(event.type) && last.events.at(-1)?.type === event.type) {
      last.view = view;
      last.events = [...last.events, event];
    } else {
      found.push({ view, events: [event], milliseconds: MILLISECONDS[event.type] });
    }
  }
  const last = found.at(-1);
  if (last) last.view = after;
  const all = found.reduce((sum, frame) => sum + frame.milliseconds, 0);
  if (all <= LONGEST) return found;
  return found.map((frame) => ({ ...frame, milliseconds: Math.floor((frame.milliseconds * LONGEST) / all) }));
}

/** CP-08, CP-10: what comes after the rest of the menu was discarded. */
function clears(event: Event, last: Event | undefined): boolean {
  if (event.type === "week_counted") return last?.type !== "day_turned";
  return event.type === "menu_laid" || event.type === "reshuffled";
}

/** CP-08: all have carried out their cards. */
function isRoundOver(view: View): boolean {
  return view.step !== "choose" && !view.queue.length;
}
