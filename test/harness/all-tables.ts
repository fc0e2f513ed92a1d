import { pathToFileURL } from "node:url";
import { globSync } from "tinyglobby";
import { collectTables } from "./rule-table.ts";

let tables: ReturnType<typeof collectTables> | undefined;

/** Returns the tables of all rules. Test files that run in one process share the result. */
export function allTables(): ReturnType<typeof collectTables> {
  tables ??= collectTables(async () => {
    // The query loads the file again if vitest already ran it in this process.
    for (const path of globSync("test/rules/{lease,lease-candidate,metadata}/*.test.ts", { absolute: true }))
      await import(`${pathToFileURL(path).href}?tables`);
  });
  return tables;
}
