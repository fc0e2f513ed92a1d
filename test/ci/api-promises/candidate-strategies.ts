import { candidate } from "../../harness/candidates.ts";
import { listing, newest, type Promises, runner, set, update } from "./promises.ts";

const [x, y, z] = ["example.com/x", "example.com/y", "example.com/z"] as const;
const singular = ["v1beta1", "v1alpha2"] as const;

/** Returns one set for each API version with the field, with a candidate of this strategy. */
const withStrategy = (strategy: string | null) =>
  singular.map((version) => set(candidate(version, "controller-1", { strategy })));

/** The statements about the strategies of LeaseCandidates. */
export const strategyPromises: Promises = {
  "LeaseCandidate strategy: The field is required in v1beta1 and v1alpha2.": [
    {
      rule: "lease-candidate/strategy-required",
      breach: [...withStrategy(null), ...withStrategy("")],
      keeps: [...withStrategy(newest), set(listing("controller-1", newest))],
    },
  ],

  "LeaseCandidate strategy: The election uses this strategy to pick the leader.": [
    {
      rule: "lease-candidate/strategy-valid",
      breach: withStrategy("Newest"),
      keeps: [...withStrategy("OldestEmulationVersion"), ...withStrategy(newest)],
    },
    {
      rule: "lease-candidate/strategy-kept",
      breach: [update(runner("controller-1"), runner("controller-1", { strategy: newest }))],
      keeps: [update(runner("controller-1"), runner("controller-1", { renewTime: "2026-07-01T08:01:00.000000Z" }))],
    },
  ],

  "LeaseCandidate strategy: If the strategies of LeaseCandidates differ, the election uses the strategy of the LeaseCandidate with the latest binaryVersion.":
    [
      {
        rule: "lease-candidate/strategies-agree",
        // Two candidates have the latest binaryVersion, and neither decides.
        breach: [
          set(
            runner("controller-1", { strategy: x, binaryVersion: "1.36.1" }),
            runner("controller-2", { strategy: y, binaryVersion: "1.36.1" }),
            runner("controller-3", { strategy: x }),
          ),
        ],
        keeps: [
          set(
            runner("controller-1", { strategy: x }),
            runner("controller-2", { strategy: y, binaryVersion: "1.36.1" }),
          ),
        ],
      },
    ],

  "LeaseCandidate strategy: If a conflict remains, this is a user error, and the election stops until a user resolves it.":
    [
      {
        rule: "lease-candidate/strategies-agree",
        breach: [set(runner("controller-1", { strategy: x }), runner("controller-2", { strategy: y }))],
        keeps: [set(runner("controller-1", { strategy: x }), runner("controller-2", { strategy: x }))],
      },
    ],

  "LeaseCandidate preferredStrategies: The field is required in v1alpha1.": [
    {
      rule: "lease-candidate/preferred-strategies-required",
      breach: [set(listing("controller-1")), set(candidate("v1alpha1", "controller-1", { preferredStrategies: null }))],
      keeps: [set(listing("controller-1", x)), ...withStrategy(x)],
    },
  ],

  "LeaseCandidate preferredStrategies: The list is ordered, and the first strategy comes before all others.": [
    {
      rule: "lease-candidate/strategies-agree",
      // In the second set, the first strategy is also after another one.
      breach: [
        set(listing("controller-1", x, y), listing("controller-2", y, z), listing("controller-3", z, x)),
        set(listing("controller-1", x, y, x), listing("controller-2", x)),
      ],
      keeps: [set(listing("controller-1", x, y), listing("controller-2", y, z))],
    },
  ],

  "LeaseCandidate preferredStrategies: The list is atomic.": {
    noRule: "kube-apiserver merges an apply before it calls webhooks.",
  },

  "LeaseCandidate preferredStrategies: If all lists begin with X, the strategy is X.": [
    {
      rule: "lease-candidate/strategies-agree",
      // All lists begin with X, but kube-apiserver 1.31 chooses no strategy.
      breach: [set(listing("controller-1", x, y, z), listing("controller-2", x, z, y))],
      keeps: [
        set(listing("controller-1", x), listing("controller-2", x, y)),
        set(listing("controller-1", x, y), listing("controller-2", x, z)),
      ],
    },
  ],

  "LeaseCandidate preferredStrategies: From the lists [X] and [Y, X], the strategy is Y.": [
    {
      rule: "lease-candidate/strategies-agree",
      breach: [set(listing("controller-1", x), listing("controller-2", y))],
      keeps: [set(listing("controller-1", x), listing("controller-2", y, x))],
    },
  ],

  "LeaseCandidate preferredStrategies: The lists [X, Y] and [Y, X] are a user error, and the election stops until a user resolves it.":
    [
      {
        rule: "lease-candidate/strategies-agree",
        breach: [set(listing("controller-1", x, y), listing("controller-2", y, x))],
        keeps: [set(listing("controller-1", x, y), listing("controller-2", x, y))],
      },
    ],
};
