import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { here } from "../../ci/checkout.ts";
import { buildManifest } from "../../harness/built-manifest.ts";

const built = await buildManifest();
afterAll(() => rmSync(built, { recursive: true }));

/** A program that reads a manifest, and prints whether it has loaded the YAML library. */
const reader = `
const { createRequire } = await import("node:module");
const { readDocuments } = await import(${JSON.stringify(`${built}/read-documents.mjs`)});
for await (const read of readDocuments(process.argv[1]));
console.log(Object.keys(createRequire(process.cwd() + "/").cache).some((name) => name.includes("/node_modules/yaml/")));
`;

test.each([
  ["a: 1\n---\n# c\n---\nb:\n- c: 'd'\n", false],
  ['{"a": 1}', false],
  ['{"a": 1e400}', false],
  ["a: 1\n---\nb: c # d\n", true],
  ["a: [", true],
])("%j needs the YAML library: %s", (text, needed) => {
  const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", reader, text], {
    cwd: here,
    encoding: "utf8",
  });
  expect(JSON.parse(printed)).toBe(needed);
});
