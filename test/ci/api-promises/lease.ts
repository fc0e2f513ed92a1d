import { byPod } from "../../harness/by-pod.ts";
import { apiServer, create, lease, newest, owner, type Promises, remove, runner, set, update } from "./promises.ts";

const older = { emulationVersion: "1.34.0" };
const newer = { emulationVersion: "1.36.0" };
const uncoordinated = { strategy: null };

/** A Lease after `controller-2` took over in an election without coordination. */
const taken = lease({
  ...uncoordinated,
  holderIdentity: "controller-2",
  acquireTime: "2026-07-01T08:01:00.000000Z",
  renewTime: "2026-07-01T08:01:00.000000Z",
  leaseTransitions: 2,
});

/** The statements about Leases. */
export const leasePromises: Promises = {
  "Lease holderIdentity: In a coordinated election, the holder is the name of the elected LeaseCandidate.": [
    {
      rule: "lease/holder-is-candidate",
      breach: [set(lease({ holderIdentity: "controller-9" }), runner("controller-1"))],
      keeps: [set(lease(), runner("controller-1"))],
    },
    {
      rule: "lease/elected-as-strategy-says",
      breach: [set(lease(), runner("controller-1"), runner("controller-2", older))],
      keeps: [set(lease(), runner("controller-1"), runner("controller-2", newer))],
    },
    {
      rule: "lease/holder-identity-for-strategy",
      breach: [set(lease({ holderIdentity: null }))],
      keeps: [set(lease()), set(lease({ holderIdentity: "" }))],
    },
    {
      rule: "lease/holder-identity-for-candidates",
      breach: [set(lease({ ...uncoordinated, holderIdentity: null }), runner("controller-1"))],
      keeps: [set(lease(uncoordinated), runner("controller-1"))],
    },
    {
      rule: "lease-candidate/lease-has-holder",
      breach: [set(runner("controller-1"), lease({ ...uncoordinated, holderIdentity: null }))],
      keeps: [set(runner("controller-1"), lease(uncoordinated))],
    },
    {
      rule: "lease-candidate/not-leading-when-deleted",
      breach: [remove(runner("controller-1"), lease(), runner("controller-2"))],
      keeps: [remove(runner("controller-2"), lease(), runner("controller-1"))],
    },
  ],

  "Lease leaseDurationSeconds: Candidates wait for this time after the last renewal that they observed, before they take over.":
    [
      {
        rule: "lease/holder-kept-until-expiry",
        breach: [update(lease(uncoordinated), taken, byPod("controller-2"))],
        keeps: [
          update(lease({ ...uncoordinated, renewTime: "2026-07-01T08:00:44.000000Z" }), taken, byPod("controller-2")),
        ],
      },
    ],

  "Lease strategy: The strategy determines how the leader is picked.": [
    {
      rule: "lease/strategy-valid",
      breach: [set(lease({ strategy: "Newest" }))],
      keeps: [set(lease()), set(lease({ strategy: newest }))],
    },
    {
      rule: "lease/strategy-kept",
      breach: [update(lease(), lease({ strategy: newest }), owner)],
      keeps: [update(lease(), lease({ strategy: newest }), apiServer), update(lease(), lease(uncoordinated), owner)],
    },
    {
      rule: "lease/elected-as-strategy-says",
      breach: [
        set(lease(), runner("controller-1"), runner("controller-2", { binaryVersion: "1.35.0" })),
        set(
          lease({ preferredHolder: "controller-3" }),
          runner("controller-1", newer),
          runner("controller-2"),
          runner("controller-3", newer),
        ),
      ],
      keeps: [set(lease({ preferredHolder: "controller-2" }), runner("controller-1", newer), runner("controller-2"))],
    },
  ],

  "Lease strategy: If the strategy is not set, the election is not coordinated.": {
    noRule: "a Lease without a strategy is valid.",
  },

  "Lease strategy: The field requires the feature gate CoordinatedLeaderElection.": {
    noRule: "without the gate, kube-apiserver removes the field before it calls webhooks.",
  },

  "Lease preferredHolder: The field requests that the holder releases the Lease for a better holder.": [
    {
      rule: "lease/preferred-holder-is-candidate",
      breach: [set(lease({ preferredHolder: "controller-9" }), runner("controller-1", newer), runner("controller-2"))],
      keeps: [set(lease({ preferredHolder: "controller-2" }), runner("controller-1", newer), runner("controller-2"))],
    },
    {
      rule: "lease/preferred-holder-not-holder",
      breach: [update(lease(), lease({ preferredHolder: "controller-1" }), apiServer)],
      keeps: [update(lease(), lease({ preferredHolder: "controller-2" }), apiServer)],
    },
    {
      rule: "lease/preferred-holder-by-apiserver",
      breach: [update(lease(), lease({ preferredHolder: "controller-2" }), owner)],
      keeps: [update(lease(), lease({ preferredHolder: "controller-2" }), apiServer)],
    },
    {
      rule: "lease/preferred-holder-writer-allowed",
      parameters: { users: ["system:apiserver"] },
      breach: [create(lease({ strategy: newest, preferredHolder: "controller-2" }), owner)],
      keeps: [update(lease(), lease({ preferredHolder: "controller-2" }), apiServer)],
    },
  ],

  "Lease preferredHolder: The field can be set only if strategy is set.": [
    {
      rule: "lease/preferred-holder-needs-strategy",
      breach: [
        set(lease({ strategy: null, preferredHolder: "controller-2" })),
        set(lease({ strategy: "", preferredHolder: "controller-2" })),
      ],
      keeps: [set(lease({ preferredHolder: "controller-2" })), set(lease(uncoordinated))],
    },
  ],
};
