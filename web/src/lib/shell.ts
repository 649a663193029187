/** The texts of the shell. */
import en from "../texts/en.toml";
import fr from "../texts/fr.toml";
import { speaker } from "./texts.svelte";

export const say = speaker({ en, fr });
