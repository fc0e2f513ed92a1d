import { expect, it } from "vitest";
import { checks } from "../../src/audit/checks.ts";
import { possibleChecks } from "../../src/audit/possible-checks.ts";
import { scoreText, stateOf } from "../../src/audit/reports/shown.ts";
import { summarizeAudit } from "../../src/audit/result.ts";
import { maxInt32 } from "../../src/core/api/coordination.ts";
import { storedRules } from "../../src/listing/stored-rules.ts";
import { defaultPolicy, policyOf } from "../../src/policy/policy.ts";
import { auditedAt, candidateBy, leaseBy, nodeLease, stamp, uuid } from "../harness/audit-objects.ts";
import { auditScene, findingsOf } from "../harness/audit-scene.ts";
import { crashingRule, crashMessage } from "../harness/crashing-rule.ts";
import { requireServedVersion } from "../harness/served-version.ts";

const gone = leaseBy({ renewed: -9000 });

it("runs the rules with the policy, each mode with its severity", () => {
  const lease = leaseBy({ holder: "localhost", seconds: 0 });
  const found = (mode: "deny" | "warn" | "audit" | "off") =>
    findingsOf({ objects: [lease], policy: policyOf(new Map([["lease/holder-identity-not-placeholder", mode]])) }).map(
      ({ origin, severity }) => `${severity} ${origin}`,
    );
  const own = "error lease/lease-duration-positive";
  expect(found("deny")).toEqual(["error lease/holder-identity-not-placeholder", own]);
  expect(found("warn")).toEqual([own, "warning lease/holder-identity-not-placeholder"]);
  expect(found("audit")).toEqual([own, "info lease/holder-identity-not-placeholder"]);
  expect(found("off")).toEqual([own]);
});

it("runs the rules about elections over all objects", () => {
  const lease = leaseBy({ name: "elected", holder: "other-1", spec: { strategy: "OldestEmulationVersion" } });
  expect(findingsOf({ objects: [lease, candidateBy()] }).map(({ origin }) => origin)).toEqual([
    "lease/holder-is-candidate",
  ]);
});

it("reports the errors of an object that does not decode, and no check", () => {
  const { result } = auditScene({ objects: [leaseBy({ spec: { renewTime: "yesterday" } })] });
  expect(result.objects).toMatchObject([
    { namespace: "team-a", name: "controller", findings: [{ origin: "schema/format", severity: "error" }] },
  ]);
});

it("sorts objects and findings, and adds a command that deletes a stale object", () => {
  const { result } = auditScene({
    objects: [gone, nodeLease("worker-9", { renewed: -9000 }), candidateBy({ renewed: -9000 })],
  });
  expect(result.objects.map(({ kind, namespace, name }) => `${namespace} ${kind} ${name}`)).toEqual([
    "kube-node-lease Lease worker-9",
    "team-a Lease controller",
    "team-a LeaseCandidate controller-1",
  ]);
  expect(result.objects.map(({ findings }) => findings[0]?.remedy?.split(" delete ")[1])).toEqual([
    "--raw /apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/worker-9 -f -",
    "--raw /apis/coordination.k8s.io/v1/namespaces/team-a/leases/controller -f -",
    "--raw /apis/coordination.k8s.io/v1beta1/namespaces/team-a/leasecandidates/controller-1 -f -",
  ]);
});

it.each([true, false])("contains whether the API server sent the times: %s", (isServerTime) => {
  expect(auditScene({ objects: [leaseBy()], isServerTime }).result.isServerTime).toBe(isServerTime);
});

it("contains the times and the holding periods of an object", () => {
  const before = leaseBy({ holder: "a", renewed: -31 });
  const { result } = auditScene({
    objects: [leaseBy({ holder: "b", renewed: -1 })],
    earlier: { [-30]: [before], [-15]: [leaseBy({ holder: "a", renewed: -16 })] },
  });
  const at = (seconds: number): Date => new Date(auditedAt.getTime() + seconds * 1000);
  expect(result.readAt).toEqual([at(-30), at(-15), at(0)]);
  expect(result.objects).toMatchObject([
    {
      holder: "b",
      created: new Date(stamp(-864_000)),
      renewed: at(-1),
      holdingPeriods: [
        { holder: "a", from: at(-31), renewed: at(-16), until: at(-1) },
        { holder: "b", from: at(-1), renewed: at(-1), until: at(14) },
      ],
    },
  ]);
});

it("leaves a young object alone in elections", () => {
  const [elected, spec] = [
    { name: "elected", holder: "other-1" },
    { strategy: "OldestEmulationVersion", acquireTime: undefined },
  ];
  const found = (created: number): readonly string[] =>
    findingsOf({ objects: [leaseBy({ ...elected, created, spec }), candidateBy()] }).map(({ origin }) => origin);
  expect([found(-299), found(-300)]).toEqual([[], ["lease/holder-is-candidate"]]);
});

it("reports a rule that throws", () => {
  const rules = storedRules(defaultPolicy, [crashingRule]);
  const object = leaseBy();
  expect(rules.alone({ served: requireServedVersion(object), object }, auditedAt)).toEqual({
    findings: [],
    crashes: [crashMessage],
  });
});

it("reports the values of an object at any age", () => {
  const found = (created: number): readonly string[] =>
    findingsOf({ objects: [leaseBy({ created, seconds: 0, spec: { acquireTime: undefined } })] }).map(
      ({ origin }) => origin,
    );
  expect([found(-299), found(-300)]).toEqual([["lease/lease-duration-positive"], ["lease/lease-duration-positive"]]);
});

it("counts young objects, and reports at once what no start explains", () => {
  const young = { created: -10, spec: { acquireTime: undefined } };
  const { result } = auditScene({
    objects: [leaseBy({ ...young, ahead: 31_536_000 }), leaseBy({ ...young, name: "b", seconds: maxInt32 }), gone],
  });
  expect(result.objects.flatMap(({ findings }) => findings.map(({ origin }) => origin))).toEqual([
    "audit/election-blocked",
    "audit/renewed-in-future",
    "audit/holder-gone",
  ]);
  expect(summarizeAudit(result)).toMatchObject({ leases: 3, young: 2 });
  expect(scoreText(result)).toBe("3 Leases: 1 error, 2 warnings, 2 not fully checked (younger than 5m)");
});

it("has a state and no delete command for an object that is being deleted", () => {
  const metadata = { deletionTimestamp: stamp(-60), finalizers: ["example.com/a"] };
  const { result } = auditScene({ objects: [leaseBy({ renewed: -9000, metadata })] });
  const [object] = result.objects;
  expect(object && stateOf(object, auditedAt)).toBe("terminating");
  expect(object?.findings.map(({ origin, remedy }) => [origin, remedy])).toEqual([["audit/holder-gone", undefined]]);
});

it("advises to delete no Lease for which pods wait", () => {
  const [found] = findingsOf({ objects: [gone], pods: ["team-a/controller-6d4b8f7c9d-b7b8c"] });
  expect(found?.origin).toBe("audit/holder-gone");
  expect([found?.remedy, found?.message.includes("delete")]).toEqual([undefined, false]);
});

it.each([
  [[], 1, ["holder-gone", "leader-hung", "two-leaders", "node-lease-orphaned"], ["never-renews"]],
  [[], 2, ["never-renews", "renews-late", "clock-skewed"], []],
  [["pods"], 2, ["renews-late", "node-lease-orphaned"], ["holder-gone", "leader-hung", "two-leaders", "never-renews"]],
  [["nodes"], 2, ["leader-hung", "two-leaders"], ["holder-gone", "node-lease-orphaned", "never-renews"]],
] as const)("without %j and with %i listings, leaves out checks", (resources, listings, some, others) => {
  const unread = resources.map((resource) => ({ resource, reason: "forbidden" }));
  const readAt = Array.from({ length: listings }, () => auditedAt);
  const ids: readonly string[] = possibleChecks({ unread, readAt, hasManagedFields: true, hasCandidates: true }).map(
    ({ id }) => id.slice("audit/".length),
  );
  expect(ids).toEqual(expect.arrayContaining([...some]));
  expect(others.filter((id) => ids.includes(id))).toEqual([]);
});

it("replaces the finding of a rule only for the same field", () => {
  const both = leaseBy({ transitions: 2_147_483_647, seconds: 2_147_483_647 });
  expect(findingsOf({ objects: [both] }).map(({ origin, field }) => [origin, field])).toEqual([
    ["audit/election-blocked", "spec.leaseTransitions"],
    ["lease/duration-at-most-30-days", "spec.leaseDurationSeconds"],
  ]);
});

it("replaces only findings of known checks and rules", () => {
  const known = new Set([
    ...checks.map(({ id }) => id as string),
    "lease/duration-at-most-30-days",
    "lease/transitions-bounded",
  ]);
  expect(checks.flatMap(({ replaces = [] }) => replaces).filter((id) => !known.has(id))).toEqual([]);
});

it("does not confuse a holder with the name of another object", () => {
  expect(
    findingsOf({ objects: [leaseBy({ holder: `constructor_${uuid}`, renewed: -9000 })] }).map(({ origin }) => origin),
  ).toEqual(["audit/holder-gone"]);
});
