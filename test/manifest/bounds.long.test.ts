import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { here } from "../ci/checkout.ts";
import { buildManifest } from "../harness/built-manifest.ts";
import { peakMemory } from "../harness/peak-memory.ts";

const MiB = 2 ** 20;
const lease =
  "apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata:\n  name: a\nspec:\n  leaseDurationSeconds: 40\n";
const fill = (text: string, size: number): string => text.repeat(size / text.length);
const number = (count: number, print: (index: string) => string): string =>
  Array.from({ length: count }, (_, index) => print(index.toString(36))).join("");

const large = expect.stringContaining("must be plain block YAML or JSON if it is larger than 1.5 MiB");
const many = "must not have more than 500000 values: split the document";
const repeated = "must not repeat so many values by aliases";
const aliased = "must not have more than 10000 aliases";
const deep = "must not nest deeper than 500 levels";

/**
 * Hostile manifests. Each has the number of documents that a process can read, and the problems
 * that it reports for the other documents.
 */
const hostile: Readonly<
  Record<string, { readonly text: () => string; readonly documents: number; readonly problems: readonly unknown[] }>
> = {
  "64 MB of documents": { text: () => fill(`${lease}---\n`, 64e6), documents: 615_384, problems: [] },
  "10,000 documents that need the library": {
    text: () => number(1e4, (name) => `a: {b: ${name}}\n---\n`),
    documents: 1e4,
    problems: [],
  },
  "8 MB of line breaks": { text: () => `a: 1\n${fill("\n", 8e6)}`, documents: 1, problems: [] },
  "64 MB of one word": { text: () => `a: ${fill("b", 64e6)}`, documents: 1, problems: [] },
  "8 MB of digits": { text: () => `a: ${fill("1", 8e6)}`, documents: 0, problems: [large] },
  "8 MB of a literal block": { text: () => `a: |\n${fill("  b\n", 8e6)}`, documents: 0, problems: [large] },
  "8 MB of white space": { text: () => fill(" ", 8e6), documents: 0, problems: [] },
  "8 MB of NUL": { text: () => fill("\0", 8e6), documents: 0, problems: [large] },
  "as many keys as may be": { text: () => number(499_990, (name) => `k${name}:\n`), documents: 1, problems: [] },
  "a million keys": { text: () => number(1e6, (name) => `k${name}: 1\n`), documents: 0, problems: [large] },
  "a million items": { text: () => fill("- a\n", 4e6), documents: 0, problems: [large] },
  "as many keys of JSON": {
    text: () => `{"a":1${number(499_990, (name) => `,"k${name}":1`)}}`,
    documents: 1,
    problems: [],
  },
  "a million items of JSON": { text: () => `{"a":[1${fill(",1", 2e6)}]}`, documents: 0, problems: [many] },
  "a key twice a million times in JSON": {
    text: () => `{"a":1${fill(',"a":1', 6e6)}}`,
    documents: 0,
    problems: [many],
  },
  "keys twice, far down": {
    text: () => `{"a":${fill("[", 400)}{"b":1${fill(',"b":1', 2e6)}}${fill("]", 400)}}`,
    documents: 1,
    problems: [],
  },
  "as many words as may be": { text: () => `[${fill("{a},", 239_900)}]`, documents: 1, problems: [] },
  "a million words": { text: () => `[${fill("{a},", MiB)}]`, documents: 0, problems: [large] },
  "dashes, a million deep": { text: () => fill("- ", 2e6), documents: 0, problems: [large] },
  "dashes, 500,000 deep": { text: () => fill("- ", 1e6), documents: 0, problems: [deep] },
  "brackets of JSON, a million deep": {
    text: () => `{"a":${fill("[", 1e6)}${fill("]", 1e6)}}`,
    documents: 0,
    problems: [deep],
  },
  aliases: {
    text: () => `a: &a [${fill("{b},", 1e5)}]\n${number(20, (name) => `${name}x: *a\n`)}`,
    documents: 0,
    problems: [repeated],
  },
  "aliases of empty maps": {
    text: () => `a: &a [${fill("{},", 165_000)}]\n${number(8, (name) => `${name}x: *a\n`)}`,
    documents: 0,
    problems: [repeated],
  },
  "120,000 aliases": { text: () => `[&a x${fill(",*a", 360_000)}]`, documents: 0, problems: [aliased] },
  "6 MiB in base64": { text: () => `a: !!binary ${fill("YWFh", 6 * MiB)}`, documents: 0, problems: [large] },
  "1.4 MiB in base64": { text: () => `a: !!binary ${fill("YWFh", 1.4 * MiB)}`, documents: 1, problems: [] },
  escapes: { text: () => `a: "${fill("\\n", 1.4 * MiB)}"`, documents: 1, problems: [] },
  "a number with many underscores": { text: () => `a: .1${fill("_1", 1.4 * MiB)} # b`, documents: 1, problems: [] },
};

const built = await buildManifest();
afterAll(() => rmSync(built, { recursive: true }));

/** A program that reads a file. For each document, it calls the same functions as a report. */
const reader = `
const fs = await import("node:fs");
const { decodeText } = await import(${JSON.stringify(`${built}/decode-text.mjs`)});
const { readDocuments } = await import(${JSON.stringify(`${built}/read-documents.mjs`)});
const problems = [];
let documents = 0;
for await (const read of readDocuments(decodeText(fs.readFileSync(process.argv[1])))) {
  if (!read.ok) problems.push(read.error.message);
  else {
    documents++;
    read.value.duplicates();
    read.value.locate(["items", 7, "spec"]);
  }
}
console.log(JSON.stringify({ documents, problems, megabytes: ${peakMemory} }));
`;

describe("a hostile text is read or rejected in 300 MB", () => {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-hostile-"));
  const file = join(folder, "text");
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(Object.entries(hostile))("%s", { timeout: 120_000 }, (_, { text, documents, problems }) => {
    writeFileSync(file, text());
    const printed = execFileSync(process.execPath, ["--input-type=module", "--eval", reader, file], {
      cwd: here,
      encoding: "utf8",
    });
    const { megabytes, ...outcome } = JSON.parse(printed) as { readonly megabytes: number };
    expect(outcome).toEqual({ documents, problems });
    expect(megabytes).toBeLessThan(300);
  });
});
