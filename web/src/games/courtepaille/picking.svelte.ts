import type { Action } from "../../types/courtepaille";

export interface Choices {
  kind: "list";
  actions: Action[];
}
