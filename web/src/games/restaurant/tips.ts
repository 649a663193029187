/** What the tips of the lesson point at. */
export const tips: Record<string, string> = {
  goal: "ul.players",
  first: '[data-table="4"]',
  menu: '[data-part="hand"]',
  path: '[data-table="25"]',
  double: '[data-table="26"]',
  dish: ".players li:last-child",
  drawn: '[data-part="hand"]',
  jump: '[data-table="57"]',
  protect: ".controls .buttons .button:last-child",
  protected: '[data-part="hand"]',
  service: "ul.players",
  serve: '[data-table="16"]',
  more: '[data-table="26"]',
  over: '[data-table="39"]',
  end: ".controls",
};
