import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";

/** The text of a file as the formatter leaves it. */
export function formatted(root, path, text) {
  const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
  return execFileSync(process.execPath, [biome, "check", "--write", `--stdin-file-path=${path}`], {
    cwd: root,
    input: text,
    encoding: "utf8",
  });
}
