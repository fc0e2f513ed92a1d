import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { type Ended, startCli } from "../harness/cli.ts";

const folder = mkdtempSync(join(tmpdir(), "lease-guard-watch-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A process with `--watch` in a separate directory. */
interface Watching {
  /** Replaces the file in one step, so that the process never sees a part of the text. */
  readonly write: (file: string, text: string) => void;
  readonly path: (file: string) => string;
  /** Resolves when the process waits for a change after `count` runs. */
  readonly runs: (count: number) => Promise<void>;
  readonly stdout: () => string;
  readonly stderr: () => string;
  readonly interrupt: () => Promise<Ended>;
}

function watching(args: readonly string[], files: Readonly<Record<string, string>>): Watching {
  const cwd = mkdtempSync(join(folder, "case-"));
  const path = (file: string): string => join(cwd, file);
  const write = (file: string, text: string): void => {
    mkdirSync(join(path(file), ".."), { recursive: true });
    const whole = join(mkdtempSync(join(folder, "whole-")), "file");
    writeFileSync(whole, text);
    renameSync(whole, path(file));
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  const running = startCli([...args, "--watch"], { cwd });
  const waits = () => running.stderr().split("watching for changes").length - 1;
  return {
    write,
    path,
    runs: async (count) => {
      await vi.waitUntil(() => waits() >= count, { timeout: 30_000, interval: 10 });
      expect(waits()).toBe(count);
    },
    stdout: running.stdout,
    stderr: running.stderr,
    interrupt: () => {
      running.child.kill("SIGINT");
      return running.ended(10_000);
    },
  };
}

const leaseOf = (seconds: number): string =>
  `{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: a}, spec: {leaseDurationSeconds: ${seconds}}}\n`;

const policyOf = (mode: string): string =>
  `{apiVersion: lease-guard.dev/v1alpha1, kind: Policy, rules: {lease/holder-identity-printable: {mode: ${mode}}}}\n`;

const configOf = (failOn: string): string =>
  `{apiVersion: lease-guard.dev/v1alpha1, kind: Config, paths: ["*.yaml"], failOn: ${failOn}}\n`;

const suite = `apiVersion: test.lease-guard.dev/v1alpha1
kind: Suite
policy: ../policy.yaml
now: 2026-07-01T08:00:00Z
cases:
  - name: the holder is printable
    object: {apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {namespace: a, name: a}, spec: {holderIdentity: "a\\tb"}}
    expect: {denied: [lease/holder-identity-printable]}
`;

describe.concurrent("--watch", () => {
  it("checks a changed file again, and ends with the code of the last check", async () => {
    const run = watching(["check", "lease.yaml"], { "lease.yaml": leaseOf(0) });
    await run.runs(1);
    run.write("lease.yaml", leaseOf(15));
    await run.runs(2);
    expect(run.stdout()).toMatch(/: 1 denied, .*: 0 denied, /s);
    expect(run.stderr()).toContain("lease.yaml has changed\n");
    expect(await run.interrupt()).toMatchObject({ code: 0, signal: null });
  });

  it("ends with 1 if the last check has denials", async () => {
    const run = watching(["check", "lease.yaml"], { "lease.yaml": leaseOf(0) });
    await run.runs(1);
    expect(await run.interrupt()).toMatchObject({ code: 1, signal: null });
  });

  it("notices files that are added in new directories, and files that are removed", async () => {
    const run = watching(["check", "deploy"], { "deploy/a.yaml": leaseOf(15) });
    await run.runs(1);
    run.write("deploy/b/c/d.yaml", leaseOf(0));
    await run.runs(2);
    expect(run.stdout()).toContain("2 objects checked in 2 files: 1 denied");
    rmSync(run.path("deploy/b"), { recursive: true });
    await run.runs(3);
    run.write("deploy/b/e.yaml", leaseOf(15));
    await run.runs(4);
    expect(run.stdout()).toMatch(/2 objects checked in 2 files: 0 denied.*\n$/);
    expect((await run.interrupt()).code).toBe(0);
  });

  it("does not check again if a file changes that is not checked", async () => {
    const run = watching(["check", "lease.yaml"], { "lease.yaml": leaseOf(15) });
    await run.runs(1);
    run.write("notes.txt", "x");
    run.write("other.yaml", "x");
    run.write("lease.yaml", leaseOf(16));
    await run.runs(2);
    expect((await run.interrupt()).stderr.match(/.* has changed/g)).toEqual(["lease.yaml has changed"]);
  });

  it("goes on after an error that the user can fix, such as a policy in the middle of an edit", async () => {
    const run = watching(["check", "lease.yaml", "--policy", "policy.yaml"], {
      "lease.yaml": leaseOf(15),
      "policy.yaml": policyOf("de"),
    });
    await run.runs(1);
    expect(run.stderr()).toContain("error: policy.yaml is not a valid policy");
    run.write("policy.yaml", policyOf("deny"));
    await run.runs(2);
    expect(run.stdout()).toContain(": 0 denied");
    expect((await run.interrupt()).code).toBe(0);
  });

  it("checks again after a change of the settings file or the list of excluded files", async () => {
    const files = { "lease.yaml": leaseOf(0), ".lease-guard.yaml": configOf("deny"), ".lease-guardignore": "" };
    const run = watching(["check"], files);
    await run.runs(1);
    expect(run.stdout()).toMatch(/: 1 denied, .*\n$/);
    run.write(".lease-guard.yaml", configOf("den"));
    await run.runs(2);
    expect(run.stderr()).toContain("error: .lease-guard.yaml must be a valid Config");
    run.write(".lease-guard.yaml", configOf("warn"));
    await run.runs(3);
    run.write(".lease-guardignore", "lease.yaml");
    await run.runs(4);
    expect(run.stdout()).toMatch(/0 objects checked in 1 file: 0 denied, 0 warnings, 1 skipped\n$/);
    expect((await run.interrupt()).stderr.match(/.* has changed/g)).toEqual([
      ".lease-guard.yaml has changed",
      ".lease-guard.yaml has changed",
      ".lease-guardignore has changed",
    ]);
  });

  it("tests a suite again if an editor replaces the policy that the suite names", async () => {
    const run = watching(["test", "tests"], { "tests/suite.yaml": suite, "policy.yaml": policyOf("warn") });
    await run.runs(1);
    expect(run.stdout()).toContain("0 passed, 1 failed");
    run.write("policy.yaml~", policyOf("deny"));
    renameSync(run.path("policy.yaml~"), run.path("policy.yaml"));
    await run.runs(2);
    expect(run.stdout()).toContain("1 passed, 0 failed");
    expect((await run.interrupt()).code).toBe(0);
  });

  it.each([
    [["check", "a.yaml", "-o", "json"], "--watch: requires text on standard output; leave out -o, or use -o text"],
    [
      ["check", "a.yaml", "-o", "text=report.txt"],
      "--watch: requires text on standard output; leave out -o, or use -o text",
    ],
    [["check", "a.yaml", "--old", "-"], "--watch: requires files; name a file instead of -"],
    [["test", "a.yaml", "-o", "tap"], "--watch: requires text on standard output; leave out -o, or use -o text"],
    [["test", "-"], "--watch: requires files; name a file instead of -"],
  ])("%j is rejected", async (args, message) => {
    expect(await startCli([...args, "--watch"], { cwd: folder }).ended()).toMatchObject({
      code: 2,
      stdout: "",
      stderr: `error: ${message}\n`,
    });
  });
});
