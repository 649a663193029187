/** The texts of this table and, under their own keys, those of the engine. */
import type { Lang } from "../../lib/settings.svelte";
import engineEn from "$games/rathot/text/en.toml";
import engineFr from "$games/rathot/text/fr.toml";
import en from "./texts/en.toml";
import fr from "./texts/fr.toml";

export const texts: Record<Lang, Record<string, string>> = { en: { ...engineEn, ...en }, fr: { ...engineFr, ...fr } };
