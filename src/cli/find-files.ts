import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** What a manifest's name ends with, in a directory; a file that is named itself may be called anything. */
const manifestName = /\.(ya?ml|json)$/;

/** The files a path stands for: itself, or every manifest below it in the order of their names; `-` is standard input. */
export function findFiles(path: string): readonly string[] {
  if (path === "-" || !statSync(path).isDirectory()) return [path];
  const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const name = join(path, entry.name);
    if (entry.isDirectory()) return findFiles(name);
    return manifestName.test(entry.name) ? [name] : [];
  });
}
