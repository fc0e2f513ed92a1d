import type { Layer } from "../layer.ts";
import { entry, layers } from "../layers.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { pageWithTable } from "./page-with-table.ts";
import { tableRow } from "./table-row.ts";

export function architecturePage(): GeneratedFile {
  const rows = [...layers, entry].map((layer) =>
    tableRow([`\`src/${layer.directory}\``, layer.holds, uses(layer), own(layer)]),
  );
  const head = ["| Directory | Purpose | Imports | Packages and modules |", "|---|---|---|---|"];
  return pageWithTable("docs/architecture.md", "scripts/layers.ts", [...head, ...rows]);
}

/**
 * Returns the directories that a layer imports. `cli` imports every command, so its table cell does
 * not list the commands.
 */
function uses({ directory, uses }: Layer): string {
  return directory === "cli" ? "every command" : uses.join(", ");
}

function own({ pure, packages = [] }: Layer): string {
  const names = packages.filter((name) => name !== "commander").map((name) => `\`${name}\``);
  const modules =
    pure === undefined ? ["`node:*`"] : pure === true ? [] : [`\`node:*\` in \`${pure.except.join("`, `")}\``];
  return [...modules, ...names].join(", ");
}
