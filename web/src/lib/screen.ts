/** How much room there is. */
import { MediaQuery } from "svelte/reactivity";

/** Whether log and chat stand beside the table. SidePanel.svelte and TablePage.svelte know the same width. */
export const beside = new MediaQuery("min-width: 960px");
