import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apiServerLease, candidateBy, type LeaseParts, leaseBy, nodeLease, uuid } from "../harness/audit-objects.ts";
import { podBy } from "../harness/audit-pods.ts";
import { auditScene } from "../harness/audit-scene.ts";
import { runs } from "../harness/sample.ts";

/** The times of the earlier listings, in seconds. */
const listings: readonly (readonly number[])[] = [
  [],
  [-30],
  [-30, -15],
  Array.from({ length: 8 }, (_, index) => -15 * (8 - index)),
  Array.from({ length: 15 }, (_, index) => -2 * (15 - index)),
  Array.from({ length: 20 }, (_, index) => -15 * (20 - index)),
];

/** An object at any time, and the pod and the node that belong to it. */
interface Healthy {
  readonly at: (seconds: number) => object;
  readonly pod?: string;
  readonly node?: string;
}

/** The number of different delays of a program. */
const delayCount = 7;

/** Returns an arbitrary object of a program that renews at least once in `period` seconds. */
function renewed(
  period: number,
  toLease: (parts: LeaseParts) => object,
  names: Omit<Healthy, "at"> = {},
): fc.Arbitrary<Healthy> {
  const share = fc.double({ min: 0, max: 0.4, noNaN: true });
  return fc
    .record({
      phase: fc.double({ min: 0.01, max: period * 0.6, noNaN: true }),
      // The clock of the client differs from that of the API server by less than the allowance.
      ahead: fc.double({ min: -3, max: 3, noNaN: true }),
      // A request can take a part of the period.
      delays: fc.array(share, { minLength: delayCount, maxLength: delayCount }),
    })
    .map(({ phase, ahead, delays }): Healthy => {
      // The time between two renewals is between 20 % and 100 % of the period.
      const renewal = (index: number): number => phase + period * ((delays[index % delayCount] ?? 0) - 0.6 * index);
      const at = (seconds: number): object => {
        let index = 0;
        while (renewal(index) > seconds) index++;
        return toLease({ renewed: renewal(index), ahead });
      };
      return { at, ...names };
    });
}

const template = fc.constantFrom("6d4b8f7c9d", "7c9d6b5f4d", "58f8db6c77");
const suffix = fc.constantFrom("x2x4z", "b7b8c", "kx9wz", "mq2vd");
const programs = ["cert-manager", "ingress-nginx", "external-dns", "argocd-server", "kube-state-metrics"];

/**
 * Returns a pod of a Deployment that uses client-go or controller-runtime, with one of the usual
 * terms. Some programs use the name of the pod alone as their identity.
 */
const elected = (index: number): fc.Arbitrary<Healthy> =>
  fc
    .tuple(
      fc.constantFrom(...programs),
      template,
      suffix,
      fc.constantFrom([15, 2], [15, 5], [60, 20], [137, 26]),
      fc.boolean(),
    )
    .chain(([program, hash, end, term, hasUuid]) => {
      const [seconds = 15, period = 2] = term;
      const [namespace, pod] = [`${program}-${index}`, `${program}-${hash}-${end}`];
      const holder = hasUuid ? `${pod}_${uuid}` : pod;
      const toLease = (parts: LeaseParts): object => leaseBy({ namespace, name: program, holder, seconds, ...parts });
      return renewed(period, toLease, { pod: `${namespace}/${pod}` });
    });

/** Returns the controller of cert-manager, whose Lease is not in the namespace of its pods. */
const certManager = (index: number): fc.Arbitrary<Healthy> =>
  fc.tuple(template, suffix).chain(([hash, end]) => {
    const pod = `cert-manager-${index}-${hash}-${end}`;
    const names = { namespace: "kube-system", name: `cert-manager-controller-${index}` };
    const holder = `${pod}-external-cert-manager-controller`;
    const toLease = (parts: LeaseParts): object => leaseBy({ ...names, holder, seconds: 60, ...parts });
    return renewed(15, toLease, { pod: `cert-manager/${pod}` });
  });

/** Returns a kube-scheduler, which runs in the host network. */
const controlPlane = (index: number): fc.Arbitrary<Healthy> => {
  const node = `control-${index}.example.com`;
  return renewed(
    2,
    (parts) =>
      leaseBy({ namespace: "kube-system", name: `kube-scheduler-${index}`, holder: `${node}_${uuid}`, ...parts }),
    { node },
  );
};

const kubelet = (index: number): fc.Arbitrary<Healthy> => {
  const node = `worker-${index}.eu-central-1.compute.internal`;
  return renewed(11, (parts) => nodeLease(node, parts), { node });
};

const apiServer = (index: number): fc.Arbitrary<Healthy> =>
  renewed(10, (parts) => apiServerLease(`server${index}`, parts));

/**
 * Returns a Lease that a program has released, or that a program uses as a lock without a duration.
 */
const other = (index: number): fc.Arbitrary<Healthy> =>
  fc
    .constantFrom<LeaseParts>(
      { holder: "", seconds: 1, renewed: -500_000 },
      { holder: "backup-job", renewed: -500_000, spec: { leaseDurationSeconds: undefined } },
      {
        holder: "",
        renewed: -500_000,
        spec: { renewTime: undefined, acquireTime: undefined, leaseDurationSeconds: undefined },
      },
    )
    .map((parts) => {
      const lease = leaseBy({ namespace: "locks", name: `lock-${index}`, ...parts });
      return { at: () => lease };
    });

const kinds = [elected, elected, certManager, controlPlane, kubelet, kubelet, apiServer, other];
const cluster = fc.tuple(...Array.from({ length: 200 }, (_, index) => (kinds[index % kinds.length] ?? other)(index)));

/** The Lease and the LeaseCandidates of a coordinated election. */
const coordinated: readonly object[] = [
  leaseBy({ name: "elected", holder: "controller-1", spec: { strategy: "OldestEmulationVersion" } }),
  candidateBy(),
  candidateBy({ name: "controller-2", renewed: -250 }),
];

/** Returns an object without the times at which the API server stored it. */
function unmanaged(object: object): object {
  const { metadata, ...rest } = object as { readonly metadata: object };
  return { ...rest, metadata: { ...metadata, managedFields: undefined } };
}

/** Returns a ready pod, which is older than its Lease. */
function readyPod(pod: string): object {
  const [namespace, name] = pod.split("/");
  return podBy({ namespace, name });
}

const forms = { "with managedFields": (object: object): object => object, "without managedFields": unmanaged };

describe.each(Object.entries(forms))("200 healthy Leases %s", (_, inForm) => {
  it.each(listings.map((earlier) => [earlier.length + 1, earlier] as const))(
    "have no finding in %i listings",
    (_count, earlier) => {
      fc.assert(
        fc.property(cluster, (healthy) => {
          const listed = (seconds: number): readonly object[] => [
            ...healthy.map(({ at }) => inForm(at(seconds))),
            ...coordinated,
          ];
          const { result } = auditScene({
            objects: listed(0),
            earlier: Object.fromEntries(earlier.map((seconds) => [seconds, listed(seconds)])),
            pods: healthy.flatMap(({ pod }) => (pod === undefined ? [] : readyPod(pod))),
            nodes: healthy.flatMap(({ node }) => node ?? []),
          });
          expect(result.objects.length).toBe(203);
          const findings = result.objects.flatMap((object) =>
            object.findings.map((finding) => ({ name: object.name, ...finding })),
          );
          const others = findings.filter(({ origin }) => inForm !== unmanaged || origin !== "audit/fields-untracked");
          expect(others).toEqual([]);
        }),
        { numRuns: runs(Math.ceil(60 / (earlier.length + 2))) },
      );
    },
  );
});
