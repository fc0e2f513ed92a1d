import type { RuleId } from "../../src/rules/rule.ts";
import { byPod } from "../harness/by-pod.ts";
import { type CounterExample, classOf, explore, type Property } from "./explore.ts";
import { deploymentPods, guaranteed, type Member, type Setup, strict, type Timing } from "./setup.ts";

/** A setup that is explored completely. All its classes of counter-examples are published. */
export interface Run {
  readonly title: string;
  readonly setup: Setup;
}

/** A setup in which one thing is missing, and what then happens. */
export interface Weakening {
  readonly title: string;
  readonly setup: Setup;
  readonly property: Property;
  /** The sibling's writes. If the value is undefined, the first counter-example is published. */
  readonly kinds?: readonly string[];
}

const timing = (leaseDuration: number, renewDeadline: number, retryPeriod: number): Timing => ({
  leaseDuration,
  renewDeadline,
  retryPeriod,
});
const behind = { a: -2, b: -2 };
const partition = (seconds: Timing, skews = behind): Setup => ({
  ...guaranteed,
  timing: seconds,
  skews,
  budget: 1,
  fault: "partition",
});

/** The runs of the gate, by the ids of their published results. */
export const runs: Readonly<Record<string, Run>> = {
  "two-writes": { title: "15/10/2, two writes, no failure", setup: { ...guaranteed, budget: 2 } },
  crash: { title: "15/10/2, one write, a pod crashes", setup: { ...guaranteed, budget: 1, fault: "crash" } },
  "partition-30-15-2": { title: "30/15/2, one write, a partition", setup: partition(timing(30, 15, 2)) },
  "partition-15-5-1": { title: "15/5/1, one write, a partition", setup: partition(timing(15, 5, 1)) },
  "storm-15-5-1": {
    title: "15/5/1, one write, a storm of metadata",
    setup: { ...partition(timing(15, 5, 1)), fault: "storm" },
  },
  "partition-15-6-1": { title: "15/6/1, one write, a partition", setup: partition(timing(15, 6, 1)) },
  "partition-15-10-2": {
    title: "15/10/2, one write, a partition, exact clocks",
    setup: partition(timing(15, 10, 2), { a: 0, b: 0 }),
  },
};

const skews = [-2, 0, 2];

/** One write with each pair of clock skews, without a fault. No counter-example is expected. */
export const skewedSetups: readonly Setup[] = skews.flatMap((a) =>
  skews.map((b): Setup => ({ ...guaranteed, skews: { a, b }, budget: 1 })),
);

/** The runs that take too long for the gate. No class may appear that the gate does not know. */
export const weeklySetups: readonly Setup[] = [
  { ...guaranteed, budget: 3 },
  { ...partition(timing(15, 5, 1)), budget: 2 },
  ...skewedSetups.flatMap((setup) => [
    { ...setup, budget: 2 },
    ...(["crash", "partition", "storm"] as const).flatMap((fault) => [
      { ...setup, fault, timing: timing(15, 5, 1) },
      { ...setup, fault, timing: timing(30, 15, 2) },
    ]),
  ]),
];

const s = deploymentPods.s;
const withSibling = (member: Member): Setup => ({
  ...guaranteed,
  budget: 1,
  members: { ...deploymentPods, s: member },
});
const withoutExtra = ({ extra: _, ...user }: Member["user"]): Member["user"] => user;
const otherPod = "operator-7d9f6c8b5d-x2x4z";
const otherUser = byPod(otherPod);
const unnamed: Setup["members"] = {
  a: { ...deploymentPods.a, identity: "replica-one" },
  b: { ...deploymentPods.b, identity: "replica-two" },
  s: { ...s, identity: "replica-three" },
};

/** The hypotheses of the theorem, each with a setup in which only this hypothesis does not hold. */
export const hypotheses: Readonly<Record<string, Weakening>> = {
  "every-write-sent": {
    title: "kube-apiserver sends every write. Here, it sends no deletes, as with `manifests/base`",
    setup: { ...guaranteed, budget: 1, isSent: (operation) => operation !== "DELETE" },
    property: "two leaders",
  },
  "profile-strict": {
    title: "The profile is `strict`. Here, it is `default`",
    setup: { ...guaranteed, budget: 1, policy: { ...strict, profile: "default" } },
    property: "two leaders",
  },
  "failure-policy": {
    title: "`failurePolicy` is `Fail`. Here, it is `Ignore`, and the webhook does not respond",
    setup: { ...guaranteed, budget: 1, isSent: () => false },
    property: "two leaders",
  },
  "bound-tokens": {
    title: "Each writer has a token that is bound to a pod. Here, the sibling has another token",
    setup: withSibling({ ...s, user: withoutExtra(s.user) }),
    property: "two leaders",
  },
  "known-nodes": {
    title: "Tokens contain the node. Here, the sibling is a pod of another Deployment, and its node is unknown",
    setup: withSibling({
      identity: `${otherPod}_8a7f3b9c-1d2e-4f5a-9b8c-000000000004`,
      user: { ...otherUser, extra: { "authentication.kubernetes.io/pod-name": [otherPod] } },
    }),
    property: "two leaders",
  },
  "recognized-names": {
    title: "Identities contain the names of the pods. Here, the identities are free texts",
    setup: { ...guaranteed, budget: 1, members: unnamed },
    property: "two leaders",
  },
  "bounded-skew": {
    title: "Clocks are skewed by at most 2 s. Here, they are 3 s behind, with 15/5/1 and a partition",
    setup: partition(timing(15, 5, 1), { a: -3, b: -3 }),
    property: "two leaders",
  },
  proviso: {
    title: "The timings meet the proviso. Here, they are 15/6/1, with a partition",
    setup: partition(timing(15, 6, 1)),
    property: "two leaders",
  },
};

const without = (rule: RuleId, setup: Partial<Setup>): Setup => ({
  ...guaranteed,
  ...setup,
  policy: { ...(setup.policy ?? strict), rules: new Map([[rule, { mode: "off" }]]) },
});
/** Short terms have fewer states. */
const short: Partial<Setup> = { timing: timing(7, 2, 1), policy: { ...strict, clockSkewMs: 1000 } };

const mutation = (rule: RuleId, property: Property, setup: Partial<Setup>, kinds?: readonly string[]): Weakening => ({
  title: rule,
  setup: without(rule, setup),
  property,
  ...(kinds && { kinds }),
});

/** Ten rules, each with what happens if the policy switches it off. */
export const mutations: readonly Weakening[] = [
  mutation("lease/holder-kept-until-expiry", "two leaders", { budget: 1 }),
  mutation("lease/written-by-its-holder", "two leaders", { budget: 1 }),
  mutation("metadata/live-object-not-collected", "two leaders", { budget: 1 }),
  mutation("lease/last-finalizer-kept", "two leaders", { budget: 2 }),
  mutation("lease/renew-time-kept", "two leaders", { ...short, budget: 2, members: unnamed }, [
    "changes the Lease of a pod in its term",
    "gives the Lease of a pod without a term to a pod",
  ]),
  mutation("lease/preferred-holder-by-apiserver", "preferred", { budget: 1 }),
  mutation("lease/transitions-bounded", "denied", { budget: 1 }),
  mutation("lease/duration-at-most-30-days", "endless", { budget: 1 }),
  mutation("metadata/entries-at-most-1000", "bloated", { budget: 1 }),
  mutation("lease/holder-identity-for-strategy", "crash", { budget: 2 }),
];

/** Returns the published counter-example of a weakening, or undefined if it does not occur. */
export function counterExampleOf({ setup, property, kinds }: Weakening): CounterExample | undefined {
  const isWanted = (found: CounterExample): boolean =>
    found.property === property && (kinds === undefined || classOf(found) === classOf({ property, kinds }));
  return explore(setup, isWanted).counterExamples.find(isWanted);
}

/** Returns the setup of a mutation with the rule. */
export const withRule = ({ setup }: Weakening): Setup => ({ ...setup, policy: { ...setup.policy, rules: new Map() } });
