/** The bots of the house, the weakest first. */
export const LEVELS = ["plongeur", "commis", "cuisinier", "chef", "toque"] as const;
