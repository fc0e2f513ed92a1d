import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { serveCli } from "../harness/cli.ts";
import { expectAllowed, post, rawRequest } from "../harness/raw-request.ts";
import { asImage } from "./as-image.ts";
import { maxAnonymousBytes, peakOf, terminate } from "./served.ts";

const regular = /^\S+policy\.yaml must be a regular file/;

/** What replaces the policy file, and the error in the log. */
const rows: readonly (readonly [name: string, make: (file: string) => void, error: RegExp])[] = [
  ["a directory", (file) => mkdirSync(file), regular],
  ["a pipe", (file) => execFileSync("mkfifo", [file]), regular],
  ["an endless device", (file) => symlinkSync("/dev/zero", file), regular],
  ["200 MB", (file) => execFileSync("truncate", ["--size=200M", file]), /^\S+policy\.yaml must not be larger than /],
  [
    "an error of 1 MB",
    (file) => writeFileSync(file, `a: *${"x".repeat(1e6)}`),
    /^\S+policy\.yaml:1:4: error: must have an anchor &x{100,300}…$/,
  ],
];

it("a server logs what replaces its policy file, responds, and ends after SIGTERM", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-policy-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const policy = join(folder, "policy.yaml");
  // A link can replace a link to a directory atomically.
  const put = (target: string): void => {
    symlinkSync(target, join(folder, "next"));
    renameSync(join(folder, "next"), policy);
  };
  writeFileSync(join(folder, "good"), "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\n");
  put("good");
  const served = await serveCli(["--policy", policy], asImage());
  onTestFinished(() => void served.child.kill("SIGKILL"));
  const peak = peakOf(served);
  const logged = (msg: string): readonly string[] =>
    served
      .stdout()
      .split("\n")
      .slice(0, -1)
      .filter((line) => line.includes(`"msg":"${msg}`));
  const change = async (target: string, msg: string) => {
    const before = logged(msg).length;
    put(target);
    await vi.waitUntil(() => logged(msg).length > before, { timeout: 20_000, interval: 20 });
    expectAllowed((await rawRequest({ webhook: served, ca: served.ca }, post())).answers[0]);
  };
  for (const [name, make] of rows) {
    make(join(folder, name));
    await change(name, "policy file rejected");
    await change("good", "policy file matches the active policy again");
  }
  peak.end();
  const errors = logged("policy file rejected").map((line) => JSON.parse(line).errors);
  expect(errors).toEqual(rows.map(([, , error]) => [expect.stringMatching(error)]));
  expect(peak.bytes()).toBeLessThan(maxAnonymousBytes);
  expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
});
