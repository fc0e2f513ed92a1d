import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import { serveCli } from "../harness/cli.ts";
import { post } from "../harness/post-review.ts";
import { reviewOf, rowOf, tweaked } from "../harness/reviews.ts";

const folder = mkdtempSync(join(tmpdir(), "lease-guard-policy-"));
afterAll(() => rmSync(folder, { recursive: true }));

const row = rowOf("v1", "Lease");
const reviewWith = (spec: object) =>
  reviewOf(row, { object: tweaked(row, (object) => Object.assign(object.spec, spec)) });
const withoutDuration = reviewWith({ leaseDurationSeconds: 0 });
const negative = reviewWith({ leaseTransitions: -1 });

it("serve --policy follows its file, except for rules that --deny names", async () => {
  const file = join(folder, "policy.yaml");
  const write = (mode: string) => {
    const rules = `{ lease/lease-duration-positive: { mode: ${mode} }, lease/lease-transitions-not-negative: { mode: ${mode} } }`;
    writeFileSync(file, `apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\nrules: ${rules}\n`);
  };
  write("off");
  const served = await serveCli(["--policy", file, "--deny", "lease/lease-transitions-not-negative"]);
  const allows = async (review: Uint8Array) => (await post(served, review)).response.allowed;
  expect({ withoutDuration: await allows(withoutDuration), negative: await allows(negative) }).toEqual({
    withoutDuration: true,
    negative: false,
  });
  await vi.waitUntil(() => served.stdout().includes("weakens a rule of tier api"), { timeout: 20_000 });
  write("dney");
  await vi.waitUntil(() => served.stdout().includes("policy file rejected"), { timeout: 20_000 });
  expect(await allows(withoutDuration)).toBe(true);
  write("deny");
  await vi.waitUntil(async () => !(await allows(withoutDuration)), { timeout: 20_000 });
  served.child.kill("SIGTERM");
  expect(await served.ended(3000)).toMatchObject({ code: 0, signal: null });
});

it("serve --deny rejects a policy that removes the parameters of the rule, and a pipe in its place does not block the shutdown", async () => {
  const file = join(folder, "bounds.yaml");
  const head = "apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\n";
  writeFileSync(file, `${head}rules: { lease/duration-within-bounds: { parameters: { minSeconds: 5 } } }\n`);
  const served = await serveCli(["--policy", file, "--deny", "lease/duration-within-bounds"]);
  writeFileSync(file, head);
  await vi.waitUntil(() => served.stdout().includes("must have parameters in the policy to deny writes"), {
    timeout: 20_000,
  });
  rmSync(file);
  execFileSync("mkfifo", [file]);
  await vi.waitUntil(() => served.stdout().includes("must be a regular file"), { timeout: 20_000 });
  served.child.kill("SIGTERM");
  expect(await served.ended(3000)).toMatchObject({ code: 0, signal: null });
});
