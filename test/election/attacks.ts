import type { RuleId, UserInfo } from "../../src/rules/rule.ts";
import type { Spec } from "./api-object.ts";
import type { AttackHistory } from "./histories/attack-history.ts";
import { at, term } from "./history.ts";

/** A history whose last write the rule `rule` must report. All earlier writes are legitimate. */
export interface Attack extends AttackHistory {
  readonly rule: RuleId;
}

/** A client that has permission to write Leases but does not compete in any election. */
export const mallory: UserInfo = {
  username: "system:serviceaccount:team-b:mallory",
  groups: ["system:serviceaccounts"],
};

const github = "https://github.com/";
const coordinated: Spec = {
  holderIdentity: "x1",
  leaseDurationSeconds: 15,
  renewTime: at(0),
  strategy: "OldestEmulationVersion",
};

/** Harmful writes to Leases that are used for leader elections. */
export const leaseAttacks: Readonly<Record<string, Attack>> = {
  "a client takes over a live lease with kubectl patch": {
    class: "attack",
    rule: "lease/holder-kept-until-expiry",
    evidence: `${github}kubernetes/kubernetes/issues/23731`,
    acts: [
      { at: 0, spec: term("a", 0) },
      { at: 4, spec: { ...term("a", 0), renewTime: at(4) } },
      { at: 5, spec: { ...term("a", 0), renewTime: at(4), holderIdentity: "rival" }, by: mallory },
    ],
  },
  "a client takes over a live lease and sets itself as the preferred holder in the same write": {
    class: "attack",
    rule: "lease/holder-kept-until-expiry",
    evidence: "client-go tools/leaderelection: a holder stops when it sees preferredHolder, and not before",
    acts: [
      { at: 0, spec: coordinated },
      { at: 3, spec: { ...coordinated, holderIdentity: "x2", preferredHolder: "x2", renewTime: at(3) }, by: mallory },
    ],
  },
  "two candidates take over with merge patches, and both lead": {
    class: "attack",
    sameAs: "an old leader continues after a pause and patches its own identity into the lease of its successor",
    rule: "lease/holder-kept-until-expiry",
    evidence: `${github}fabric8io/kubernetes-client/issues/767`,
    acts: [
      { at: 0, spec: term("a", 0) },
      { at: 21, spec: term("b", 21, 1) },
      { at: 21.2, spec: term("c", 21.1, 1) },
    ],
  },
  "two programs use the same lease name, and one of them sets a shorter duration": {
    class: "mistake",
    rule: "lease/holder-kept-until-expiry",
    evidence: `${github}stacklok/toolhive-registry-server/issues/505`,
    acts: [
      { at: 0, spec: { ...term("operator-a", 0), leaseDurationSeconds: 60 } },
      { at: 16, spec: term("operator-b", 16, 1) },
    ],
  },
  "a client sets preferredHolder to the holder itself": {
    class: "attack",
    rule: "lease/preferred-holder-not-holder",
    evidence: `${github}kubernetes/kubernetes/issues/138066`,
    acts: [
      { at: 0, spec: coordinated },
      { at: 2, spec: { ...coordinated, preferredHolder: "x1" }, by: mallory },
    ],
  },
  "all pods on the host network use the identity localhost": {
    class: "mistake",
    rule: "lease/holder-identity-not-placeholder",
    evidence: `${github}kubernetes-csi/external-provisioner/issues/690`,
    acts: [{ at: 0, spec: term("localhost", 0) }],
  },
  "a variable in the manifest was not replaced": {
    class: "mistake",
    rule: "lease/holder-identity-not-placeholder",
    evidence: `${github}kubernetes/kubernetes/issues/22775`,
    acts: [{ at: 0, spec: term("$(POD_NAME)", 0) }],
  },
  "an identity that was read from a file ends with a newline": {
    class: "mistake",
    rule: "lease/holder-identity-printable",
    evidence: "client-go tools/leaderelection: identities are compared byte by byte",
    acts: [{ at: 0, spec: term("controller-1\n", 0) }],
  },
  "an identity differs from another identity only in an invisible character": {
    class: "mistake",
    rule: "lease/holder-identity-printable",
    evidence: `${github}Project-HAMi/HAMi/issues/2154`,
    acts: [
      { at: 0, spec: term("a", 0) },
      { at: 30, spec: term("a\u200b", 30, 1) },
    ],
  },
  "a very long identity fills the logs of all candidates": {
    class: "mistake",
    rule: "lease/holder-identity-bounded",
    evidence: "client-go tools/leaderelection: every candidate logs the holder at each retry",
    acts: [{ at: 0, spec: term("a".repeat(10_000), 0) }],
  },
  "a client fills etcd with an identity of half a mebibyte": {
    class: "attack",
    rule: "lease/holder-identity-at-most-64-kib",
    evidence: "etcd: each renewal stores the whole Lease again until the next compaction",
    acts: [{ at: 0, spec: term("a".repeat(2 ** 19), 0), by: mallory }],
  },
  "a second pod with the identity of the leader uses another time zone": {
    class: "mistake",
    rule: "lease/renew-time-not-decreasing",
    evidence: `${github}kubernetes/kubernetes/pull/120824`,
    acts: [
      { at: 0, spec: term("a", 0) },
      { at: 4, spec: { ...term("a", 0), renewTime: at(4 - 3_600) } },
    ],
  },
  "a client removes renewTime from a live lease": {
    class: "attack",
    rule: "lease/renew-time-kept",
    evidence: "kube-apiserver's election controller: a Lease without renewTime has expired",
    acts: [
      { at: 0, spec: term("a", 0) },
      { at: 4, spec: { ...term("a", 0), renewTime: null }, by: mallory },
    ],
  },
  "a second pod with the identity of the leader sets acquireTime again": {
    class: "mistake",
    rule: "lease/acquire-time-kept-on-renewal",
    evidence: `${github}kubernetes-csi/external-provisioner/issues/690`,
    acts: [
      { at: 0, spec: term("a", 0) },
      { at: 3, spec: term("a", 3) },
    ],
  },
  "a second pod with the identity of the leader increases leaseTransitions": {
    class: "mistake",
    rule: "lease/transitions-kept-on-renewal",
    evidence: `${github}DataDog/datadog-agent/issues/17305`,
    acts: [
      { at: 0, spec: term("a", 0) },
      { at: 3, spec: { ...term("a", 0, 1), renewTime: at(3) } },
    ],
  },
  "a restore from a backup lowers leaseTransitions": {
    class: "mistake",
    rule: "lease/transitions-not-decreasing",
    evidence: "client-go tools/leaderelection: transitions only grow",
    acts: [
      { at: 0, spec: term("a", 0, 7) },
      { at: 60, spec: term("a", 60, 3) },
    ],
  },
  "a client sets leaseTransitions to the largest int32, so that no other client can acquire the lease": {
    class: "attack",
    rule: "lease/transitions-bounded",
    evidence: "client-go tools/leaderelection: int32(transitions + 1) is negative, and kube-apiserver denies it",
    acts: [
      { at: 0, spec: term("a", 0) },
      { at: 4, spec: { ...term("a", 0, 2 ** 31 - 1), renewTime: at(4) }, by: mallory },
    ],
  },
  "a client creates a lease with the largest leaseTransitions before the first leader does": {
    class: "attack",
    rule: "lease/transitions-bounded",
    evidence: "client-go tools/leaderelection: int32(transitions + 1) is negative, and kube-apiserver denies it",
    acts: [{ at: 0, spec: { leaseTransitions: 2 ** 31 - 1 }, by: mallory }],
  },
  "a client takes over an expired lease and does not increase leaseTransitions": {
    class: "attack",
    rule: "lease/transitions-advance-with-holder",
    evidence: `${github}openshift/origin/issues/7845`,
    acts: [
      { at: 0, spec: term("a", 0) },
      { at: 60, spec: term("b", 60), by: mallory },
    ],
  },
};
