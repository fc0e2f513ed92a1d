import type { RuleId } from "../../src/rules/rule.ts";
import { type CounterExample, classOf, explore, type Property } from "./explore.ts";
import { deploymentPods, guaranteed, type Setup, strict, type Timing } from "./setup.ts";

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

export const timing = (leaseDuration: number, renewDeadline: number, retryPeriod: number): Timing => ({
  leaseDuration,
  renewDeadline,
  retryPeriod,
});
const behind = { a: -2, b: -2 };
export const partition = (seconds: Timing, skews: Setup["skews"] = behind): Setup => ({
  ...guaranteed,
  timing: seconds,
  skews,
  releases: false,
  budget: 1,
  fault: "partition",
});

/** The runs of the gate, by the ids of their published results. */
export const runs: Readonly<Record<string, Run>> = {
  "two-writes": { title: "15/10/2, two writes, no failure", setup: { ...guaranteed, budget: 2 } },
  crash: { title: "15/10/2, one write, a pod crashes", setup: { ...guaranteed, budget: 1, fault: "crash" } },
  "crash-in-a-storm": {
    title: "15/10/2, no write, a pod crashes in a storm of metadata",
    setup: { ...guaranteed, fault: "crash in a storm" },
  },
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

/**
 * The runs that take too long for the gate. No class may appear that the gate does not know. With
 * random waits, the runs with several writes have too many states for the memory of a machine.
 */
export const weeklySetups: readonly Setup[] = [
  { ...guaranteed, budget: 3, hasJitter: false },
  { ...partition(timing(15, 5, 1)), budget: 2, hasJitter: false },
  ...skewedSetups.flatMap((setup) => [
    { ...setup, budget: 2, hasJitter: false },
    ...(["crash", "partition", "storm", "crash in a storm"] as const).flatMap((fault) =>
      [timing(15, 5, 1), timing(30, 15, 2)].map((seconds) => ({
        ...setup,
        fault,
        releases: fault !== "partition" && fault !== "storm",
        timing: seconds,
      })),
    ),
  ]),
];

/** Identities that name no pod. */
export const unnamed: Setup["members"] = {
  a: { ...deploymentPods.a, identity: "replica-one" },
  b: { ...deploymentPods.b, identity: "replica-two" },
  s: { ...deploymentPods.s, identity: "replica-three" },
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

/** Eleven rules, each with what happens if the policy switches it off. */
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
  mutation("metadata/size-at-most-512-kib", "bloated", { budget: 1 }),
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
