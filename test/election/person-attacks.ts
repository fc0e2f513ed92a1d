import type { UserInfo } from "../../src/rules/rule.ts";
import { byPod } from "../harness/by-pod.ts";
import { type Attack, mallory } from "./attacks.ts";
import { term } from "./history.ts";

const jane: UserInfo = { username: "oidc:jane@example.com", groups: ["system:authenticated"] };
const pod = "controller-7d9f6c8b5d-x2vzk";
const identity = `${pod}_8a7f3b9c-1d2e-4f5a-9b8c-7d6e5f4a3b2c`;
const held = { at: 0, spec: term(identity, 0), by: byPod(pod) };
const free = { at: 0, spec: term("green", 0), by: byPod(pod) };
const cleaner = byPod("cleaner-0", "node-2");
const byPersons = "lease/term-kept-by-persons";
const withoutPod = "lease/term-kept-without-pod";
const byRenewal = "lease/term-started-by-renewal";
const observed = "client-go tools/leaderelection: a record that changes is observed again, for the duration it holds";

/**
 * Writes by people, by tokens without a pod, and by pods whose name does not match the holder. The
 * directory `histories` contains more attacks by these writers.
 */
export const personAttacks: Readonly<Record<string, Attack>> = {
  "a person sends a complete release for the lease of a Deployment's pod": {
    class: "intervention",
    rule: byPersons,
    evidence: "client-go tools/leaderelection: the holder notices it at its next renewal",
    acts: [held, { at: 4, spec: { ...term("", 4), leaseDurationSeconds: 1 }, by: jane }],
  },
  "a token without a pod shortens the duration of a live lease": {
    class: "attack",
    rule: withoutPod,
    evidence: "client-go tools/leaderelection: candidates wait for the duration of the record",
    acts: [free, { at: 4, spec: { ...term("green", 0), leaseDurationSeconds: 1 }, by: mallory }],
  },
  "a pod without a known node shortens the duration of a live lease": {
    class: "attack",
    sameAs: "a compromised pod shortens the duration and acquires the lease",
    rule: withoutPod,
    evidence: "Kubernetes 1.29 and earlier: the token of a pod does not contain the node",
    acts: [
      free,
      {
        at: 4,
        spec: { ...term("green", 0), leaseDurationSeconds: 1 },
        by: { ...mallory, extra: { "authentication.kubernetes.io/pod-name": ["cleaner-0"] } },
      },
    ],
  },
  "a pod of another namespace releases the lease of a StatefulSet's pod": {
    class: "attack",
    sameAs: "a compromised pod releases the lease of a StatefulSet's pod and acquires it",
    rule: "lease/term-kept-by-its-namespace",
    evidence: "https://github.com/ray-project/kuberay/pull/169",
    acts: [
      { at: 0, spec: term("db-0", 0), by: byPod("db-0") },
      {
        at: 4,
        spec: { ...term("", 4), leaseDurationSeconds: 1 },
        by: { ...byPod("backup-agent-5c6d7f8b9d-w4z8k", "node-3"), username: "system:serviceaccount:backup:agent" },
      },
    ],
  },
  "a pod lengthens the duration of an abandoned lease to an hour": {
    class: "attack",
    sameAs: "a compromised pod lengthens the duration of an abandoned lease to half a day",
    rule: byRenewal,
    evidence: observed,
    acts: [free, { at: 80, spec: { ...term("green", 0), leaseDurationSeconds: 3_600 }, by: cleaner }],
  },
  "a pod sets the duration of a lease that was abandoned for a week to 68 years": {
    class: "attack",
    sameAs: "a compromised pod lengthens the duration of an abandoned lease to half a day",
    rule: "lease/written-by-its-holder",
    evidence: observed,
    acts: [held, { at: 604_800, spec: { ...term(identity, 0), leaseDurationSeconds: 2 ** 31 - 1 }, by: cleaner }],
  },
};
