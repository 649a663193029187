// For web/src/games/nim, where this folder is copied to if the house itself has Nim: it looks for this file there.
import table from "./table.js";
export default { Table: table };
