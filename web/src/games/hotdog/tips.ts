/** What the tips of the lesson point at. */
export const tips: Record<string, string> = {
  goal: ".tables",
  hand: ".hand",
  bid: '[data-table="5"]',
  paid: ".players .me",
  mustard: '[data-piece="mustard"], [data-table="7"]',
  failed: ".players .me",
  price: ".players .me .money",
  dollars: ".dollars",
  cheaper: '[data-table="5"]',
  several: '[data-table="5"]',
  filled: '[data-table="5"]',
  last: ".hand",
  end: ".players",
};
