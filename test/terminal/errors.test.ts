import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { oneLine } from "../../src/terminal/errors.ts";
import { runCli } from "../harness/cli.ts";

test.each([
  ["an ordinary message", "a.yaml must be readable: ENOENT", "a.yaml must be readable: ENOENT"],
  ["line breaks and terminal commands", " a\r\nb\u001b[31mc\u202ed\n", "a b [31mc d"],
  ["line separators", "a\u2028b", "a\\u2028b"],
  ["a command of GitHub", "x\n::error::b.yaml", "x :\\x3aerror::b.yaml"],
  ["a command at the start", "::stop-commands::x", ":\\x3astop-commands:\\x3ax"],
  [
    "older commands",
    "##[stop-commands]a ##vso[task.setvariable]b",
    "#\\x23[stop-commands]a #\\x23vso[task.setvariable]b",
  ],
])("oneLine returns one harmless line for %s", (_, text, line) => {
  expect(oneLine(text)).toBe(line);
});

test.each([[["check", "/dev/null"]], [["test", "a.suite.yaml"]], [["policy", "check", "policy.yaml"]]])(
  "%j reports a working directory that was deleted",
  async (args) => {
    const cwd = mkdtempSync(join(tmpdir(), "lease-guard-deleted-"));
    const through = ["sh", "-c", 'rmdir "$PWD" && exec "$@"', "sh"];
    expect(await runCli(args, { cwd, through })).toMatchObject({
      code: 2,
      stdout: "",
      stderr: "error: the working directory must be readable: ENOENT: no such file or directory\n",
    });
  },
);
