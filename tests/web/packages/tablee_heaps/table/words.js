export const WORDS = {
  en: { heap: (n) => `${n} on the heap`, take: (n) => `Take ${n}`, last: "Took the last" },
  fr: { heap: (n) => `${n} sur le tas`, take: (n) => `En prendre ${n}`, last: "A pris la dernière" },
};
