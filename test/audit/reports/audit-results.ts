import type { AuditedObject, AuditFinding, AuditResult, HoldingPeriod } from "../../../src/audit/result.ts";
import { ruleIds } from "../../../src/rules/find-rule.ts";

/**
 * A string that would become a script, an attribute, or reversed text in a page that escapes
 * nothing.
 */
export const hostile = '"><script>alert(1)</script><img src=http://a.example/ onerror=alert(1)>\u202e\u0007{{x}}\n\\';

/** Returns a time on the first day of July 2026, such as `at("08:00:15")`. */
export function at(clock: string): Date {
  return new Date(`2026-07-01T${clock}Z`);
}

/** Returns a finding of severity `warning` with some changed fields. */
export function finding(change: Partial<AuditFinding> = {}): AuditFinding {
  return {
    origin: "audit/holder-gone",
    severity: "warning",
    field: "spec.holderIdentity",
    message:
      'no running pod and no node has the name "importer-5d7f", and the term expired 3d4h ago: delete the Lease if no program uses it',
    ...change,
  };
}

/**
 * Returns a holding period with a renewal in each listing and a lease term of 15 seconds, with some
 * changed fields.
 */
export function period(change: Partial<HoldingPeriod> = {}): HoldingPeriod {
  return { holder: "controller-0", from: at("08:00:00"), renewed: at("08:00:30"), until: at("08:00:45"), ...change };
}

/** Returns a Lease without findings, with some changed fields. */
export function lease(change: Partial<AuditedObject> = {}): AuditedObject {
  return {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    namespace: "team-a",
    name: "controller",
    holder: "controller-0",
    created: new Date("2026-06-28T04:00:00Z"),
    renewed: at("08:00:30"),
    holdingPeriods: [period()],
    findings: [],
    isYoung: false,
    isUnchecked: false,
    writesPerMinute: 0,
    isDeleting: false,
    ...change,
  };
}

/** Returns an audit of these objects with two listings. */
export function auditOf(objects: readonly AuditedObject[], change: Partial<AuditResult> = {}): AuditResult {
  return {
    cluster: { name: "prod", server: "https://10.0.0.1:6443", context: "prod", uid: "0000-prod" },
    readAt: [at("08:00:01"), at("08:00:31")],
    isServerTime: true,
    minAgeMs: 300_000,
    rules: new Set(ruleIds),
    hasManagedFields: true,
    hasCandidates: true,
    hasEvents: true,
    objects,
    unread: [],
    ...change,
  };
}

const remedy =
  'printf %s \'{"apiVersion":"v1","kind":"DeleteOptions","preconditions":{"uid":"8c3f2a6e-1d1c-4d77-9d1c-0a6ab6a3d6a1","resourceVersion":"4711"}}\' | kubectl delete --raw /apis/coordination.k8s.io/v1/namespaces/team-a/leases/old -f -';

const longAgo = new Date("2026-06-28T04:00:00Z");

/**
 * An audit with an object of each form that a report can show. Without `unread`, `audit` can return
 * this result.
 */
export const example: AuditResult = auditOf(
  [
    lease({
      namespace: "kube-node-lease",
      name: "node-7",
      holder: "node-7",
      holdingPeriods: [],
      findings: [
        finding({
          origin: "audit/node-lease-orphaned",
          message: "no node has the name of the Lease: delete the Lease",
          remedy,
          field: "",
        }),
      ],
    }),
    ...Array.from({ length: 9 }, (_, index) =>
      lease({
        namespace: "kube-node-lease",
        name: `node-${index + 10}`,
        holder: `node-${index + 10}`,
        holdingPeriods: [],
      }),
    ),
    lease({
      name: "contended",
      holder: "controller-1",
      renewed: at("08:01:59"),
      holdingPeriods: [
        period({ renewed: at("08:00:28"), until: at("08:00:43") }),
        period({ holder: "controller-1", from: at("08:00:44"), renewed: at("08:01:14"), until: at("08:01:29") }),
        period({ from: at("08:01:29"), renewed: at("08:01:44"), until: at("08:01:59") }),
        period({ holder: "controller-1", from: at("08:01:59"), renewed: at("08:01:59"), until: at("08:02:14") }),
      ],
      findings: [
        finding({
          origin: "audit/two-writers",
          severity: "error",
          field: "spec.renewTime",
          message: '"controller" and "controller-v2" write the Lease in turn: give one of them another Lease',
        }),
        finding({
          origin: "audit/holder-flapping",
          field: "spec.leaseTransitions",
          message:
            "leaseTransitions grew by 3 between the listings: no client keeps the Lease, so read the logs of its clients",
        }),
      ],
    }),
    lease({
      name: "old",
      holder: "importer-5d7f_3c1b0d54-8f39-4a55-a83b-6f1f7c3d2e10",
      renewed: longAgo,
      holdingPeriods: [period({ from: longAgo, renewed: longAgo, until: new Date("2026-06-28T04:00:15Z") })],
      findings: [
        finding({ remedy }),
        finding({
          origin: "metadata/labels-required",
          severity: "info",
          field: "metadata.labels",
          message: "must be set",
        }),
      ],
    }),
    lease({
      kind: "LeaseCandidate",
      apiVersion: "coordination.k8s.io/v1beta1",
      name: "controller-0",
      holder: undefined,
      holdingPeriods: [],
    }),
    lease({ namespace: "team-b", holdingPeriods: [] }),
  ],
  {
    unread: [
      {
        resource: "pods",
        reason: 'the API server responded with 403: pods is forbidden: User "reader" cannot list resource "pods"',
      },
    ],
    readAt: Array.from({ length: 9 }, (_, index) => new Date(at("08:00:01").getTime() + index * 15_000)),
  },
);

/** An audit with hostile strings in every field that a client can set. */
export const hostileAudit: AuditResult = auditOf(
  [
    lease({
      namespace: hostile,
      name: hostile,
      holder: hostile,
      holdingPeriods: [
        period({ holder: hostile }),
        period({ holder: `${"\u05d0".repeat(5000)}${hostile}`, until: new Date("2094-07-19T00:00:00Z") }),
      ],
      recordedHoldingPeriods: "newest",
      findings: [finding({ origin: hostile, field: hostile, message: hostile, remedy: hostile })],
    }),
    lease({
      name: "n".repeat(253),
      holder: "h".repeat(100_000),
      holdingPeriods: [],
      findings: [finding({ message: "m".repeat(100_000) })],
    }),
    lease({ name: "a".repeat(253), holder: "", created: undefined, renewed: undefined, holdingPeriods: [] }),
  ],
  {
    cluster: { name: hostile, server: hostile, context: hostile, uid: hostile, files: [hostile] },
    readAt: [at("08:00:31")],
    recorded: { from: at("07:00:00"), to: at("08:00:00"), hasGets: false },
    unread: [{ resource: hostile, reason: hostile }],
  },
);
