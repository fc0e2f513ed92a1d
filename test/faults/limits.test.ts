import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Served, serveCli } from "../harness/cli.ts";
import { post, rawRequest } from "../harness/raw-request.ts";
import { asImage } from "./as-image.ts";
import { type AttackedWrite, attackedReviews, reviewText } from "./hostile-shapes.ts";
import { loggedPort, maxAnonymousBytes, peakOf, samplesOf, terminate } from "./served.ts";

/** The administrators and the exemption of the policy match none of the other writes. */
const policy = {
  apiVersion: "lease-guard.dev/v1alpha1",
  kind: "Policy",
  profile: "strict",
  administrators: { users: ["admin"] },
  exemptions: [
    { rules: ["lease/holder-pattern"], match: { users: ["exempt"] }, reason: "r", owner: "o", expires: "2100-01-01" },
  ],
};

let served: Served;
let metricsPort: number;
const folder = mkdtempSync(join(tmpdir(), "lease-guard-limits-"));
beforeAll(async () => {
  writeFileSync(join(folder, "policy.json"), JSON.stringify(policy));
  served = await serveCli(["--policy", join(folder, "policy.json")], asImage());
  metricsPort = await loggedPort(served, "metrics");
});
afterAll(async () => {
  expect(await terminate(served)).toMatchObject({ code: 0, signal: null });
  rmSync(folder, { recursive: true });
});

async function decisionOn(review: string) {
  const { answers } = await rawRequest({ webhook: served, ca: served.ca }, post([], review), { withinMs: 20_000 });
  const { response } = JSON.parse(answers[0]?.text ?? "{}");
  return { status: answers[0]?.status, allowed: response?.allowed, mode: response?.auditAnnotations?.mode };
}

const takenOver = '{"holderIdentity":"rival","leaseDurationSeconds":15}';

/** Writes that repair an object, each with the mode of its finding. */
const repairs: Readonly<Record<string, readonly [write: AttackedWrite, mode: "warn" | "audit"]>> = {
  "an update that lowers the number": [{ fewer: 1 }, "warn"],
  "a member of system:masters": [{ spec: takenOver, user: '{"username":"root","groups":["system:masters"]}' }, "warn"],
  "an administrator of the policy": [{ spec: takenOver, user: '{"username":"admin","groups":[]}' }, "warn"],
  "an exempt user": [{ spec: takenOver, user: '{"username":"exempt","groups":[]}' }, "audit"],
};

describe.each(Object.entries(attackedReviews))("after %s", (_, review) => {
  it("a theft is denied, even if it removes an entry", async () => {
    const peak = peakOf(served);
    for (const write of [{ spec: takenOver }, { spec: takenOver, fewer: 1 }])
      expect(await decisionOn(review(write))).toEqual({ status: 200, allowed: false, mode: "schema/limits=deny" });
    peak.end();
    expect(peak.bytes()).toBeLessThan(maxAnonymousBytes);
  });

  it.each(Object.entries(repairs))("%s is allowed and counted", async (_name, [write, mode]) => {
    const counted = async () =>
      (await samplesOf(metricsPort)).get(`rule_findings_total{rule="schema/limits",mode="${mode}"}`) ?? 0;
    const before = await counted();
    expect(await decisionOn(review(write))).toEqual({ status: 200, allowed: true, mode: `schema/limits=${mode}` });
    // lease-guard renders the metrics at most once a second.
    await expect.poll(counted, { timeout: 5_000 }).toBe(before + 1);
  });

  it("a DELETE is allowed", async () => {
    expect(await decisionOn(review({ operation: "DELETE" }))).toMatchObject({ status: 200, allowed: true });
  });
});

it("a DELETE is allowed and counted if the old object alone exceeds a limit", async () => {
  const create = reviewText({ metadata: `,"finalizers":[${Array(460_000).fill('"a"').join(",")}]` });
  expect(await decisionOn(create.replace('"operation":"CREATE","object"', '"operation":"DELETE","oldObject"'))).toEqual(
    {
      status: 200,
      allowed: true,
      mode: "schema/limits=warn",
    },
  );
});

it("an attack is denied before it succeeds", async () => {
  const [, attack] = Object.entries(attackedReviews)[0] ?? expect.unreachable();
  const { object } = JSON.parse(attack({})).request;
  const finalizers = { ...object.metadata, finalizers: ["a"] };
  const update = {
    ...JSON.parse(attack({})),
    request: { ...JSON.parse(attack({})).request, oldObject: { ...object, metadata: finalizers } },
  };
  const decision = await decisionOn(JSON.stringify(update));
  expect(decision).toMatchObject({ status: 200, allowed: false });
  expect(decision.mode).toContain("metadata/entries-at-most-1000=deny");
});
