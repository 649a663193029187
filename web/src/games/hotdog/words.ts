import { speaker } from "../../lib/texts.svelte";
import en from "./texts/en.toml";
import fr from "./texts/fr.toml";

export const texts = { en, fr };
export const say = speaker(texts);
