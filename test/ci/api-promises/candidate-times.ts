import { byPod } from "../../harness/by-pod.ts";
import { apiServer, create, owner, type Promises, runner, set, update } from "./promises.ts";

/** A time shortly before the write. */
const recently = "2026-07-01T08:00:59.000000Z";
const own = runner("controller-1");
const renewed = runner("controller-1", { renewTime: recently });

/** Returns the LeaseCandidate in kube-system, with a name that contains no pod. */
const inKubeSystem = (candidate: typeof own): typeof own => ({
  ...candidate,
  metadata: { ...candidate.metadata, name: "green", namespace: "kube-system" },
});

/** The statements about the times of LeaseCandidates. */
export const timePromises: Promises = {
  "LeaseCandidate pingTime: The value is the time at which the server last requested a renewal.": [
    {
      rule: "lease-candidate/ping-time-by-apiserver",
      breach: [create(own, owner), update(own, runner("controller-1", { pingTime: recently }), owner)],
      keeps: [update(own, runner("controller-1", { pingTime: recently }), apiServer)],
    },
  ],

  "LeaseCandidate pingTime: The server requests a renewal only during an election.": {
    noRule: "an object does not show whether an election is running.",
  },

  "LeaseCandidate pingTime: The candidate responds to a new pingTime with a new renewTime.": [
    {
      rule: "lease-candidate/oldest-answers-pings",
      breach: [
        set(
          runner("controller-1", { renewTime: "2026-07-01T07:59:59.000000Z", emulationVersion: "1.34.0" }),
          runner("controller-2", { renewTime: recently }),
        ),
      ],
      keeps: [
        set(
          runner("controller-1", { renewTime: "2026-07-01T08:00:01.000000Z", emulationVersion: "1.34.0" }),
          runner("controller-2", { renewTime: recently }),
        ),
      ],
    },
    {
      rule: "lease-candidate/ping-time-needs-renew-time",
      breach: [
        update(
          runner("controller-1", { pingTime: null, renewTime: null }),
          runner("controller-1", { pingTime: recently, renewTime: null }),
          apiServer,
        ),
      ],
      keeps: [
        update(runner("controller-1", { pingTime: null }), runner("controller-1", { pingTime: recently }), apiServer),
      ],
    },
    {
      rule: "lease-candidate/ping-time-kept",
      breach: [update(own, runner("controller-1", { pingTime: null }), owner)],
      keeps: [
        update(own, runner("controller-1", { pingTime: null, renewTime: recently }), owner),
        update(own, renewed, owner),
      ],
    },
  ],

  "LeaseCandidate pingTime: The server pings running candidates regularly, so that it does not delete their LeaseCandidates.":
    {
      noRule: "only kube-apiserver pings candidates.",
    },

  "LeaseCandidate renewTime: The value is the time at which a client last updated the LeaseCandidate.": [
    {
      rule: "lease-candidate/renew-time-required",
      breach: [set(runner("controller-1", { pingTime: null, renewTime: null }))],
      keeps: [set(runner("controller-1", { pingTime: null, renewTime: recently }))],
    },
    {
      rule: "lease-candidate/renew-time-recent",
      breach: [
        update(own, runner("controller-1", { renewTime: "2026-07-01T07:50:00.000000Z" }), owner),
        update(
          runner("controller-1", { renewTime: "2026-07-01T07:50:00.000000Z" }),
          runner("controller-1", { renewTime: "2026-07-01T07:55:00.000000Z" }),
          owner,
        ),
      ],
      keeps: [update(own, renewed, owner)],
    },
    {
      rule: "lease-candidate/renew-time-not-in-future",
      breach: [
        update(own, runner("controller-1", { renewTime: "2026-07-01T09:00:00.000000Z" }), owner),
        create(runner("controller-1", { pingTime: null, renewTime: "2026-07-01T09:00:00.000000Z" }), owner),
      ],
      keeps: [
        update(own, renewed, owner),
        create(runner("controller-1", { pingTime: null, renewTime: recently }), owner),
      ],
    },
    {
      rule: "lease-candidate/written-by-its-owner",
      breach: [
        update(own, renewed, byPod("controller-2")),
        create(runner("controller-1", { pingTime: null, renewTime: recently }), byPod("controller-2")),
      ],
      keeps: [
        update(own, renewed, owner),
        create(runner("controller-2", { pingTime: null, renewTime: recently }), byPod("controller-2")),
      ],
    },
    {
      rule: "lease-candidate/renew-time-within-a-day",
      breach: [update(own, runner("controller-1", { renewTime: "2027-07-01T09:00:00.000000Z" }), owner)],
      keeps: [update(own, renewed, owner)],
    },
    {
      rule: "lease-candidate/written-by-its-program",
      breach: [update(inKubeSystem(own), inKubeSystem(renewed), byPod("web-0", "node-1", "team-a:web"))],
      keeps: [update(inKubeSystem(own), inKubeSystem(renewed), owner)],
    },
  ],

  "LeaseCandidate renewTime: The server deletes LeaseCandidates that no client has renewed for hours.": {
    noRule: "kube-apiserver deletes them, 30 to 60 minutes after the last renewal.",
  },
};
