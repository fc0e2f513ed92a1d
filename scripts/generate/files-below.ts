import { existsSync, readdirSync } from "node:fs";

/** Returns the paths of the files with an extension below a directory, in code-unit order. */
export function filesBelow(folder: string, extension: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(extension)).sort();
}
