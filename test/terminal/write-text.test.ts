import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeText } from "../../src/terminal/output.ts";

test.each([
  ["nothing", ""],
  ["a little", "a\n"],
  ["much", "ab".repeat(2_000_000)],
  ["a character across the end of a piece", `${"a".repeat(1024 * 1024 - 1)}😀b`],
])("%s is written whole", (_, text) => {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-write-"));
  const file = join(folder, "text");
  const descriptor = openSync(file, "w");
  writeText(descriptor, text);
  closeSync(descriptor);
  expect(readFileSync(file, "utf8") === text).toBe(true);
  rmSync(folder, { recursive: true });
});
