import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";

export interface GeneratedFile {
  readonly path: string;
  readonly text: string;
}

/** Returns a generated file whose text Biome has formatted. */
export function formattedFile(path: string, text: string): GeneratedFile {
  const biome = createRequire(import.meta.url).resolve("@biomejs/biome/bin/biome");
  const args = [biome, "check", "--write", `--stdin-file-path=${path}`];
  return { path, text: execFileSync(process.execPath, args, { input: text, encoding: "utf8" }) };
}
