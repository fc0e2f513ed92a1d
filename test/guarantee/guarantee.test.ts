import { expect, it } from "vitest";
import { failed, ok } from "../../src/core/field/result.ts";
import { type Guard, type GuardedElection, guaranteeOf } from "../../src/guarantee/guarantee.ts";
import { guaranteedText, guaranteeTable } from "../../src/guarantee/guarantee-table.ts";
import { fails, holds, hypotheses, notKnown } from "../../src/guarantee/hypotheses.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";

const rules = [{ apiGroups: ["*"], apiVersions: ["*"], resources: ["leases"], operations: ["*"] }];
const timing = { renewMs: 15_000, retryMs: 2_000, releases: false, library: "client-go", source: "a flag" };
const guard: Guard = {
  now: new Date("2026-07-01T08:00:00Z"),
  webhooks: ok([{ name: "leases", rules }]),
  policy: ok({ ...defaultPolicy, profile: "strict" }),
  labelsOf: () => ({ labels: new Map(), isComplete: true }),
  skewMs: ok(2_000),
  latencyMs: ok(1_000),
};
const election: GuardedElection = {
  namespace: "team-a",
  name: "web",
  isCoordinated: false,
  leaseMs: 30_000,
  timing: ok(timing),
  holderNamed: holds("a pod"),
  tokensBound: holds("a recording"),
  collectorKnown: holds("a flag"),
};

it("guarantees an election for which every hypothesis holds", () => {
  const guarantee = guaranteeOf(election, guard);
  expect(guarantee.answers.map(({ id, status }) => [id, status])).toStrictEqual(
    hypotheses.map(({ id }) => [id, "holds"]),
  );
  expect(guarantee.isGuaranteed).toBe(true);
});

it.each([
  ["writes-sent", "fails", {}, { webhooks: ok([]) }],
  ["writes-sent", "not known", {}, { webhooks: failed("needs webhooks") }],
  ["rules-deny", "fails", {}, { policy: ok(defaultPolicy) }],
  ["rules-deny", "not known", {}, { policy: failed("needs a policy") }],
  ["fails-closed", "fails", {}, { webhooks: ok([{ name: "leases", rules, failurePolicy: "Ignore" }]) }],
  ["fails-closed", "not known", {}, { webhooks: failed("needs webhooks") }],
  ["tokens-bound", "fails", { tokensBound: fails("unbound") }, {}],
  ["holder-named", "not known", { holderNamed: notKnown("needs pods") }, {}],
  ["collector-known", "not known", { collectorKnown: notKnown("needs pods") }, {}],
  ["clients-elect", "fails", { isCoordinated: true }, {}],
  ["clients-elect", "fails", { timing: ok({ ...timing, library: "fabric8" }) }, {}],
  ["clients-elect", "not known", { timing: failed("needs flags") }, {}],
  ["clocks-agree", "not known", {}, { skewMs: failed("needs a skew") }],
  ["deadline-early", "fails", { leaseMs: 15_000 }, {}],
  ["deadline-early", "not known", { leaseMs: undefined }, {}],
] as const)("%s %s with %j", (id, status, ofElection, ofGuard) => {
  const guarantee = guaranteeOf({ ...election, ...ofElection }, { ...guard, ...ofGuard });
  expect(guarantee.answers.find((answer) => answer.id === id)?.status).toBe(status);
  expect(guarantee.isGuaranteed).toBe(false);
});

it("groups the elections with the same reason", () => {
  const named = (name: string, ofElection: Partial<GuardedElection>) => ({
    namespace: "team-a",
    name,
    guarantee: guaranteeOf({ ...election, ...ofElection }, guard),
  });
  const open = ["a", "b", "c", "d"].map((name) => named(name, { tokensBound: notKnown("needs a log") }));
  const guarantees = [named("web", {}), ...open, named("api", { isCoordinated: true, tokensBound: notKnown("x") })];
  const { headings, rows, reasons } = guaranteeTable(guarantees);
  expect(rows.every((row) => row.length === headings.length)).toBe(true);
  expect(rows.map((row) => row[2])).toStrictEqual(["yes", "?", "?", "?", "?", "no"]);
  expect(reasons).toStrictEqual([
    "BOUND ?: needs a log (4 elections)",
    "BOUND ?: x (team-a/api)",
    "CLIENT no: the Lease has a strategy, so that kube-apiserver elects the leader (team-a/api)",
    guaranteedText(guarantees),
  ]);
  expect(guaranteedText(guarantees)).toBe(
    "at most one correct leader: guaranteed for 1 of 6 elections, assuming that no client can impersonate a replica or choose the name of a pod",
  );
  expect(guaranteedText(open)).toBe("at most one correct leader: guaranteed for 0 of 4 elections");
});
