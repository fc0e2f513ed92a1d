import { mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Ended, runCli, startCli } from "../../harness/cli.ts";

const folder = mkdtempSync(join(tmpdir(), "lease-guard-policy-bytes-"));
afterAll(() => rmSync(folder, { recursive: true }));

const policy = "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\n# é\n";

const files: readonly (readonly [name: string, bytes: Uint8Array, problem: string])[] = [
  ["latin-1.yaml", Buffer.from(policy, "latin1"), "must be UTF-8"],
  ["utf-16.yaml", Buffer.from(`\ufeff${policy}`, "utf16le"), "must be UTF-8"],
  ["large.yaml", Buffer.from(`${policy}${"#".repeat(2 ** 20)}`), "must not be larger than 1048576 bytes"],
];

const suite = (file: string) => `apiVersion: test.lease-guard.dev/v1alpha1
kind: Suite
policy: ${file}
now: 2026-07-01T08:00:00Z
cases:
- name: a
  object: { apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: { name: a } }
  expect: allowed
`;

/** Commands that read a policy from a file. One of them reads it from standard input. */
const commands: Readonly<Record<string, (name: string, file: string) => Promise<Ended>>> = {
  "policy check": (_, file) => runCli(["policy", "check", file]),
  "policy check -": (_, file) => runCli(["policy", "check", "-"], { stdin: openSync(file, "r") }),
  "policy show": (_, file) => runCli(["policy", "show", file]),
  "check --policy": (_, file) => runCli(["check", "--policy", file, "test/fixtures/policies/strict.yaml"]),
  simulate: (_, file) => runCli(["simulate", file, "/dev/null"]),
  serve: (_, file) => startCli(["serve", "--self-signed", "--policy", file]).ended(),
  test: (name, file) => {
    const path = join(folder, `suite-of-${name}`);
    writeFileSync(path, suite(file));
    return runCli(["test", path]);
  },
};

describe.each(Object.keys(commands))("%s", (command) => {
  it.each(files)("rejects %s", async (name, bytes, problem) => {
    const file = join(folder, `${command.replaceAll(/[^a-z]/g, "")}-${name}`);
    writeFileSync(file, bytes);
    const ended = await commands[command]?.(`${command}-${name}`, file);
    expect(ended?.code).toBe(2);
    expect(`${ended?.stderr}${ended?.stdout}`).toContain(problem);
  });
});
