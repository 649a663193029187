/** What the tips of the lesson point at. */
export const tips: Record<string, string> = {
  goal: ".players .player:first-child",
  first: '[data-part="hand"]',
  scored: ".players .player:first-child .score",
  rat: ".players .player:first-child .rats",
  two: '[data-part="hand"]',
  again: '[data-part="hand"]',
  danger: ".players .player:first-child .rats",
  third: '[data-part="hand"]',
  cover: '[data-part="hand"]',
  hers: ".players .player.second .rats",
  saved: ".players .player.second",
  end: ".pile",
};
