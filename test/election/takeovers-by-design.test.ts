import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readSections } from "../../scripts/rule-page.ts";
import { createValidator } from "../../src/index.ts";
import { byPod } from "../harness/by-pod.ts";

const page = readFileSync(new URL("../../docs/rules/lease/holder-kept-until-expiry.md", import.meta.url), "utf8");
const knownClients = readSections(page).find(({ heading }) => heading === "Known clients");
const head = { apiVersion: "lease-guard.dev/v1alpha1", kind: "Policy", profile: "strict" } as const;
const documented = { ...head, ...(parse(knownClients?.fences[0]?.text ?? "") as { readonly rules: object }) };
const [first, second] = ["istiod-7d9f6c8b5d-x2vzk", "istiod-5d78c9869d-bcdfg"];

function takeOver(policy: typeof documented | typeof head, user: string, lease: string) {
  const spec = { leaseDurationSeconds: 30, acquireTime: "2026-07-01T08:00:00.000000Z", leaseTransitions: 1 };
  const objectOf = (holderIdentity: string, renewTime: string, leaseTransitions: number) => ({
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { namespace: "istio-system", name: lease, resourceVersion: "1" },
    spec: { ...spec, holderIdentity, renewTime, leaseTransitions },
  });
  const verdict = createValidator({ policy }).validate(objectOf(second, "2026-07-01T08:00:09.000000Z", 2), {
    oldObject: objectOf(first, "2026-07-01T08:00:08.000000Z", 1),
    user: { ...byPod(second), username: user },
    now: new Date("2026-07-01T08:00:09Z"),
  });
  return [verdict.allowed, verdict.findings.map(({ rule, mode }) => `${mode} ${rule}`)];
}

describe("a takeover by design of a held lease", () => {
  it.each([
    ["istiod", "system:serviceaccount:istio-system:istiod", "istio-leader"],
    ["Apache Camel", "system:serviceaccount:team-a:camel-app", "leaders-lock"],
  ])("needs only the documented scope of holder-kept-until-expiry: %s", (_, user, lease) => {
    expect(takeOver(documented, user, lease)).toEqual([true, ["warn lease/holder-kept-until-expiry"]]);
    expect(takeOver(head, user, lease)).toEqual([false, ["deny lease/holder-kept-until-expiry"]]);
  });
});
