/** What a reader chose for this device. */
export type Lang = "fr" | "en";
export type Theme = "auto" | "light" | "dark";

export type Speed = "calm" | "brisk" | "instant";

export interface Settings {
  lang: Lang;
  theme: Theme;
  motion: "auto" | "full" | "reduced";
  /** Nothing is heard before it was turned on once. */
  sound: boolean;
  /** How fast what happens is shown. */
  speed: Speed;
  /** From 0 to 1. */
  volume: number;
  /** Whether bots say something now and then. */
  banter: boolean;
  text: "normal" | "large" | "huge";
  /** The level of the bots that sit down where nothing else is said. */
  level: string;
  /** The colour that I like best, where nobody has it already. */
  colour: number;
  /** Which name is suggested to whoever has said none; it stays the same. */
  idea: number;
}

const KEY = "tablee.settings";

function chosenLang(): Lang {
  for (const language of navigator.languages) {
    if (language.startsWith("fr")) return "fr";
    if (language.startsWith("en")) return "en";
  }
  return "en";
}

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}

export const settings = $state<Settings>({
  lang: chosenLang(),
  theme: "auto",
  motion: "auto",
  sound: false,
  speed: "brisk",
  volume: 0.6,
  banter: true,
  text: "normal",
  level: "cuisinier",
  colour: 0,
  idea: Math.floor(Math.random() * 1000),
  ...kept(),
});

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether things may move. */
export function moves(): boolean {
  if (settings.speed === "instant") return false;
  return settings.motion === "full" || (settings.motion === "auto" && !still.matches);
}

/** Keeps the page and the device in step with the settings; called once. */
export function applySettings(): void {
  $effect.root(() => {
    $effect(() => {
      const root = document.documentElement;
      root.lang = settings.lang;
      root.dataset.theme = settings.theme;
      root.dataset.text = settings.text;
      root.dataset.motion = settings.speed === "instant" ? "reduced" : settings.motion;
      try {
        localStorage.setItem(KEY, JSON.stringify(settings));
      } catch {
        // A device that keeps nothing still plays.
      }
    });
  });
}
