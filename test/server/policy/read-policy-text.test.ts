import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { failed, ok } from "../../../src/field/result.ts";
import { readPolicyText } from "../../../src/server/policy/read-policy-text.ts";

const folder = mkdtempSync(join(tmpdir(), "lease-guard-policy-text-"));
afterAll(() => rmSync(folder, { recursive: true }));

const limit = 1024 * 1024;

it.each<readonly [string, (file: string) => void, object]>([
  ["a file", (file) => writeFileSync(file, "\ufeffa: \u00e9"), ok("a: \u00e9")],
  ["an empty file", (file) => writeFileSync(file, ""), ok("")],
  ["a file as large as it may be", (file) => writeFileSync(file, "a".repeat(limit)), ok("a".repeat(limit))],
  ["a larger one", (file) => writeFileSync(file, "a".repeat(limit + 1)), failed("must not be larger than 1048576 bytes")],
  ["a file of other bytes", (file) => writeFileSync(file, Uint8Array.of(0x61, 0xff)), failed("must be UTF-8")],
  ["a pipe without a writer", (file) => execFileSync("mkfifo", [file]), failed("must be a regular file, not a pipe")],
  ["a folder", (file) => mkdirSync(file), failed("must be a regular file, not a directory")],
  ["a device that has no end", (file) => symlinkSync("/dev/zero", file), failed("must be a regular file, not a device")],
  ["nothing", () => {}, failed(expect.stringMatching(/^must be readable: ENOENT: no such file or directory$/))],
])("reads %s", async (name, make, read) => {
  // The name contains characters that are a pattern on a command line.
  const file = join(folder, `[${name}]*`);
  make(file);
  expect(await readPolicyText(file)).toEqual(read);
});
