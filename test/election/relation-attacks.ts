import type { RuleId, UserInfo } from "../../src/rules/rule.ts";
import { milliseconds, newObject, type Ref, type Spec } from "./api-object.ts";
import type { Request } from "./api-server.ts";
import { mallory } from "./attacks.ts";
import { at, candidate } from "./history.ts";

/**
 * Requests for several objects. A relation rule must report the last request. All earlier requests
 * are legitimate.
 */
export interface RelationAttack {
  readonly rule: RuleId;
  /** The mode of the rule in the profile `strict`. The default is warn. */
  readonly mode?: "deny" | "audit";
  /** A source that proves that the last request is harmful. */
  readonly evidence: string;
  readonly requests: readonly TimedRequest[];
}

interface TimedRequest {
  /** The time in milliseconds since 1970. */
  readonly now: number;
  readonly by: UserInfo;
  readonly request: Request;
}

const controller = "kube-apiserver's election controller: ";
const elector: UserInfo = { username: "system:serviceaccount:team-a:controller", groups: ["system:serviceaccounts"] };
const apiServer: UserInfo = { username: "system:apiserver", groups: ["system:masters"] };

const lease: Ref = { kind: "Lease", namespace: "team-a", name: "controller" };
const candidateRef = (name: string, namespace = "team-a"): Ref => ({ kind: "LeaseCandidate", namespace, name });

const request = (seconds: number, sent: Request, by: UserInfo): TimedRequest => ({
  now: milliseconds(at(seconds)),
  by,
  request: sent,
});
const create = (seconds: number, ref: Ref, spec: Spec, by = elector) =>
  request(seconds, { verb: "create", object: newObject(ref, spec) }, by);
const patch = (seconds: number, ref: Ref, spec: Spec, by = elector) =>
  request(seconds, { verb: "patch", ref, patch: { spec } }, by);

/** Returns the create of a candidate that starts at a time in seconds. */
const starts = (seconds: number, name: string, spec: Spec = {}): TimedRequest =>
  create(seconds, candidateRef(name), { ...candidate, renewTime: at(seconds), ...spec });
const term = (seconds: number, holderIdentity: string): Spec => ({
  holderIdentity,
  leaseDurationSeconds: 15,
  renewTime: at(seconds),
  strategy: "OldestEmulationVersion",
});
/** Returns the request with which kube-apiserver elects a candidate. */
const elects = (seconds: number, holder: string): TimedRequest =>
  create(seconds, lease, term(seconds, holder), apiServer);

/**
 * Harmful writes that a rule can detect only if it compares the written object with other objects.
 */
export const relationAttacks: Readonly<Record<string, RelationAttack>> = {
  "a candidate asks for another strategy, and no election ends": {
    rule: "lease-candidate/strategies-agree",
    evidence: `${controller}candidates of one binary version that disagree elect no holder`,
    requests: [
      starts(0, "a"),
      elects(5, "a"),
      create(8, candidateRef("b"), { ...candidate, renewTime: at(8), strategy: "example.com/mine" }, mallory),
    ],
  },
  "a candidate joins an election whose Lease has no holder field, and kube-apiserver crashes": {
    rule: "lease-candidate/lease-has-holder",
    mode: "deny",
    evidence: `${controller}*existing.Spec.HolderIdentity is read without a check`,
    requests: [create(0, lease, {}), starts(5, "a")],
  },
  "a client removes the holder and the strategy of a Lease, and kube-apiserver crashes": {
    rule: "lease/holder-identity-for-candidates",
    mode: "deny",
    evidence: `${controller}*existing.Spec.HolderIdentity is read without a check`,
    requests: [starts(0, "a"), elects(5, "a"), patch(8, lease, { holderIdentity: null, strategy: null }, mallory)],
  },
  "a candidate is in another namespace than its Lease": {
    rule: "lease-candidate/lease-of-same-namespace",
    evidence: `${controller}candidates of the namespace of the Lease are listed`,
    requests: [
      starts(0, "a"),
      elects(5, "a"),
      request(40, { verb: "delete", ref: candidateRef("a") }, elector),
      create(45, candidateRef("a", "team-b"), { ...candidate, renewTime: at(45) }),
    ],
  },
  "a client deletes the candidate of the leader, which is then replaced": {
    rule: "lease-candidate/not-leading-when-deleted",
    evidence: `${controller}the best of the existing candidates must hold the Lease`,
    requests: [
      starts(0, "a"),
      elects(5, "a"),
      starts(6, "b"),
      request(8, { verb: "delete", ref: candidateRef("a") }, mallory),
    ],
  },
  "a candidate of a version that no process runs never answers, and elections do not end": {
    rule: "lease-candidate/oldest-answers-pings",
    mode: "audit",
    evidence: `${controller}while the best candidate does not hold the Lease, all candidates are pinged`,
    requests: [
      starts(0, "a"),
      elects(5, "a"),
      starts(10, "ghost", { emulationVersion: "1.20.0" }),
      patch(15, candidateRef("ghost"), { pingTime: at(15) }, apiServer),
      request(75, { verb: "patch", ref: candidateRef("ghost"), patch: { labels: { app: "controller" } } }, mallory),
    ],
  },
  "a client gives a Lease to a candidate with a newer version": {
    rule: "lease/elected-as-strategy-says",
    evidence: `${controller}the oldest emulation version wins`,
    requests: [
      starts(0, "a"),
      starts(1, "b", { emulationVersion: "1.35.0" }),
      create(61, lease, term(61, "a"), mallory),
    ],
  },
  "a client that is not a candidate holds the Lease of a coordinated election": {
    rule: "lease/holder-is-candidate",
    evidence: `${controller}a holder that is not a candidate is replaced`,
    requests: [starts(0, "a"), create(5, lease, term(5, "mallory"), mallory)],
  },
  "a client prefers a holder that does not exist, and the leader stops": {
    rule: "lease/preferred-holder-is-candidate",
    evidence: "client-go tools/leaderelection: a holder stops when it sees preferredHolder",
    requests: [starts(0, "a"), elects(5, "a"), patch(8, lease, { preferredHolder: "other" }, mallory)],
  },
};
