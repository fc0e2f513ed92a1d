import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const fixtures = join(import.meta.dirname, "../fixtures/kubectl");

describe("kubectl has the recorded results", () => {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-vectors-"));
  const linesOf = (path: string): readonly string[] => readFileSync(path, "utf8").split("\n");

  beforeAll(() => {
    execFileSync(process.execPath, [join(import.meta.dirname, "record-kubectl.mjs"), folder]);
  }, 600_000);

  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(["manifests.jsonl", "encodings.jsonl"])("for every line of %s", (name) => {
    const lines = linesOf(join(fixtures, name));
    expect(lines.length).toBeGreaterThan(25);
    expect(linesOf(join(folder, name)).filter((line, index) => line !== lines[index])).toEqual([]);
  });
});
