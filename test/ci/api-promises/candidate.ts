import { byPod } from "../../harness/by-pod.ts";
import { candidate } from "../../harness/candidates.ts";
import type { Draft } from "../../harness/objects.ts";
import { create, lease, newest, owner, type Promises, runner, set, update } from "./promises.ts";

/** The fields of a candidate that kube-apiserver has not pinged. */
const unpinged = { pingTime: null };
const versions = ["v1beta1", "v1alpha2", "v1alpha1"] as const;
const singular = ["v1beta1", "v1alpha2"] as const;

/** Returns one set for each API version, with a candidate whose spec has the given fields. */
const inVersions = (names: readonly string[], fields: Readonly<Record<string, unknown>> = {}) =>
  names.map((version) => set(candidate(version, "controller-1", fields)));
const inNamespace = (object: Draft, namespace: string): Draft => ({
  ...object,
  metadata: { ...object.metadata, namespace },
});

/** Returns the LeaseCandidate in the namespace of the Leases of nodes. */
const inNodeLeases = (candidate: ReturnType<typeof runner>): ReturnType<typeof runner> => ({
  ...candidate,
  metadata: { ...candidate.metadata, namespace: "kube-node-lease" },
});

/** The statements about the Lease and the versions of LeaseCandidates. */
export const candidatePromises: Promises = {
  "LeaseCandidate leaseName: The field is required.": [
    {
      rule: "lease-candidate/lease-name-required",
      breach: [...inVersions(versions, { leaseName: "" }), ...inVersions(versions, { leaseName: null })],
      keeps: inVersions(versions),
    },
  ],

  "LeaseCandidate leaseName: The field names the Lease for which the candidate competes.": [
    {
      rule: "lease-candidate/lease-of-same-namespace",
      breach: [set(runner("controller-1"), inNamespace(lease(), "team-b"))],
      keeps: [
        set(runner("controller-1"), lease()),
        set(inNamespace(runner("controller-1"), "team-b"), inNamespace(lease(), "team-b")),
      ],
    },
    {
      rule: "lease-candidate/candidates-allowed",
      parameters: { leases: [{ names: ["controller"], users: ["system:serviceaccount:team-a:controller"] }] },
      breach: [create(runner("debug-1", unpinged), byPod("debug-1", "node-1", "team-a:debug"))],
      keeps: [
        create(runner("controller-1", unpinged), owner),
        create(runner("debug-1", { ...unpinged, leaseName: "debug" }), byPod("debug-1", "node-1", "team-a:debug")),
      ],
    },
    {
      rule: "lease-candidate/lease-not-heartbeat",
      breach: [create(inNodeLeases(runner("controller-1", unpinged)), owner)],
      keeps: [create(runner("controller-1", unpinged), owner)],
    },
  ],

  "LeaseCandidate leaseName: The field has the same limits as the name of a Lease.": [
    {
      rule: "lease-candidate/lease-name-valid",
      breach: [
        ...inVersions(versions, { leaseName: "Controller" }),
        ...inVersions(versions, { leaseName: "a/b" }),
        ...inVersions(versions, { leaseName: "a".repeat(254) }),
      ],
      keeps: [...inVersions(versions, { leaseName: "a.b-c" }), ...inVersions(versions, { leaseName: "a".repeat(253) })],
    },
  ],

  "LeaseCandidate leaseName: The field is immutable.": [
    {
      rule: "lease-candidate/lease-name-immutable",
      breach: [update(runner("controller-1"), runner("controller-1", { leaseName: "other" }))],
      keeps: [update(runner("controller-1"), runner("controller-1", { renewTime: "2026-07-01T08:01:00.000000Z" }))],
    },
  ],

  "LeaseCandidate leaseName: Several LeaseCandidates can name the same Lease.": {
    noRule: "any number of LeaseCandidates is valid.",
  },

  "LeaseCandidate binaryVersion: The field is required in v1beta1 and v1alpha2.": [
    {
      rule: "lease-candidate/binary-version-required",
      breach: inVersions(singular, { binaryVersion: null }),
      keeps: [
        ...inVersions(singular),
        set(
          candidate("v1alpha1", "controller-1", {
            binaryVersion: null,
            emulationVersion: null,
            preferredStrategies: [newest],
          }),
        ),
      ],
    },
  ],

  "LeaseCandidate binaryVersion: In v1alpha1, OldestEmulationVersion requires the field.": [
    {
      rule: "lease-candidate/binary-version-for-strategy",
      breach: inVersions(["v1alpha1"], { binaryVersion: null }),
      keeps: [
        ...inVersions(["v1alpha1"]),
        set(
          candidate("v1alpha1", "controller-1", {
            binaryVersion: null,
            emulationVersion: null,
            preferredStrategies: [newest],
          }),
        ),
      ],
    },
  ],

  "LeaseCandidate binaryVersion: The value is the version of the binary.": [
    {
      rule: "lease-candidate/versions-not-decreasing",
      breach: [update(runner("controller-1"), runner("controller-1", { binaryVersion: "1.35.9" }))],
      keeps: [update(runner("controller-1"), runner("controller-1", { binaryVersion: "1.36.1" }))],
    },
  ],

  "LeaseCandidate binaryVersion: The value is a semantic version without a leading v.": [
    {
      rule: "lease-candidate/binary-version-semantic",
      breach: [
        ...inVersions(versions, { binaryVersion: "v1.36.0" }),
        ...inVersions(versions, { binaryVersion: "1.36" }),
      ],
      keeps: inVersions(versions, { binaryVersion: "1.36.0-rc.1+build.5" }),
    },
  ],

  "LeaseCandidate emulationVersion: OldestEmulationVersion requires the field.": [
    {
      rule: "lease-candidate/emulation-version-for-strategy",
      breach: inVersions(versions, { emulationVersion: null }),
      keeps: [...inVersions(versions), ...inVersions(singular, { emulationVersion: null, strategy: newest })],
    },
  ],

  "LeaseCandidate emulationVersion: The value is the version that the binary emulates.": [
    {
      rule: "lease-candidate/versions-not-decreasing",
      breach: [update(runner("controller-1"), runner("controller-1", { emulationVersion: "1.34.0" }))],
      keeps: [update(runner("controller-1"), runner("controller-1", { emulationVersion: "1.36.0" }))],
    },
  ],

  "LeaseCandidate emulationVersion: The value is a semantic version without a leading v.": [
    {
      rule: "lease-candidate/emulation-version-semantic",
      breach: [
        ...inVersions(versions, { emulationVersion: "v1.35.0" }),
        ...inVersions(versions, { emulationVersion: "1.35" }),
      ],
      keeps: inVersions(versions, { emulationVersion: "1.35.0-rc.1+build.5" }),
    },
  ],

  "LeaseCandidate emulationVersion: The value is at most binaryVersion.": [
    {
      rule: "lease-candidate/binary-version-not-below-emulation-version",
      breach: inVersions(versions, { emulationVersion: "1.36.1" }),
      keeps: [...inVersions(versions), ...inVersions(versions, { emulationVersion: "1.36.0" })],
    },
  ],
};
