/** What the tips of the lesson point at. */
export const tips: Record<string, string> = {
  goal: ".straws-area",
  week: ".week-area",
  hand: ".hand-area",
  choose: '[data-piece="card-cook-2"]',
  take: '[data-piece="card-sailor-9"]',
  round: ".seats-area",
  coco: '[data-piece="card-coco-3"]',
  shark: ".seats-area",
  effect: ".effects button:first-child",
  drawn: ".straws-area",
  last: '[data-piece="card-captain-4"]',
  best: '[data-piece="card-sailor-6"]',
  eaten: ".verdict-area",
  end: ".verdict-area",
};
