/** The texts of tournaments, loaded with their pages. */
import { speaker } from "../lib/texts.svelte";
import en from "./texts/en.toml";
import fr from "./texts/fr.toml";

export const say = speaker({ en, fr });
