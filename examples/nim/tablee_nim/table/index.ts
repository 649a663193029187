/** Where this folder is one of the house's own, web/src/games/nim, the house finds its table here. */
import table from "./table.js";

export default { Table: table };
