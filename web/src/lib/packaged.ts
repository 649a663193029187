/** The table of a game that lives in a package of its own: loaded from the house, and not trusted to be without faults. */
import { wordsModule } from "../table/words";
import type { AroundTable, GameModule, PackagedTable } from "./game";

type Load = (address: string) => Promise<{ default?: unknown }>;

/** The module at this address; the table in words if it cannot be loaded. */
export async function packagedModule(address: string, load: Load = imported, style: typeof addStyle = addStyle): Promise<GameModule> {
  try {
    const table = (await load(address)).default as PackagedTable | undefined;
    if (typeof table?.mount !== "function") throw new Error(`${address} exports no table by default`);
    await Promise.all((table.styles ?? []).map((sheet) => style(new URL(sheet, new URL(address, location.href)))));
    return moduleOf(table);
  } catch (error) {
    console.warn(error);
    return wordsModule("table_failed");
  }
}

/** All that may come with a table, by its name in what a package exports; the compiler sees to it that none is missing. */
const PARTS: Record<keyof AroundTable<unknown, unknown>, true> = {
  texts: true,
  frames: true,
  tips: true,
  isQuiet: true,
  where: true,
  only: true,
  ahead: true,
  choice: true,
  reason: true,
  sheet: true,
  ending: true,
  standings: true,
  cues: true,
  hasHandView: true,
  hasOwnColours: true,
};

function moduleOf(table: PackagedTable): GameModule {
  const parts = Object.keys(PARTS) as (keyof typeof PARTS)[];
  const given = parts.filter((part) => table[part]).map((part) => [part, table[part]]);
  return { Table: table, ...(Object.fromEntries(given) as Partial<PackagedTable>) };
}

function imported(address: string): Promise<{ default?: unknown }> {
  return import(/* @vite-ignore */ address) as Promise<{ default?: unknown }>;
}

function addStyle(address: URL): Promise<void> {
  const before = [...document.head.querySelectorAll("link")].some((link) => link.href === address.href);
  if (before) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address.href;
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(`${address.href} cannot be loaded`));
    document.head.append(link);
  });
}
