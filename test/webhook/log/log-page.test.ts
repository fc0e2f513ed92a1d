import { readFileSync } from "node:fs";
import { globSync } from "tinyglobby";
import { expect, it } from "vitest";

const source = globSync(["src/webhook/**/*.ts", "src/webhook/*.ts"])
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");
const calls = Array.from(
  source.matchAll(/\blog\.(info|warn|error|fatal)\(\s*(?:\{[^;]*?\},\s*)?"([^"]+)",?\s*\)/g),
  ([, level, msg]) => `${msg}: ${level}`,
);

it("docs/serving.md lists every line of the log with its level", () => {
  const [, table = ""] =
    /\n\| `msg` \| Level \|.*\n\|.*\n((?:\|.*\n)+)/.exec(readFileSync("docs/serving.md", "utf8")) ?? [];
  const listed = Array.from(table.matchAll(/^\| `([^`]+)` \| (\w+) \|/gm), ([, msg, level]) => `${msg}: ${level}`);
  const written = ["decision: info", "log lines were dropped: warn", ...calls];
  expect(written.length).toBeGreaterThan(18);
  expect(listed.toSorted()).toEqual([...new Set(written)].toSorted());
});
