import fc from "fast-check";
import { expect, it } from "vitest";
import { apiServerLease, candidateBy, type LeaseParts, leaseBy, nodeLease, uuid } from "../harness/audit-objects.ts";
import { auditScene } from "../harness/audit-scene.ts";

/** The seconds between the two listings. */
const watched = 30;

/** An object in both listings, and the pod and the node that belong to it. */
interface Healthy {
  readonly before: object;
  readonly after: object;
  readonly pod?: string;
  readonly node?: string;
}

/** Returns an arbitrary object of a program that renews at least once in `period` seconds. */
function renewed(
  period: number,
  toLease: (parts: LeaseParts) => object,
  names: Omit<Healthy, "before" | "after"> = {},
): fc.Arbitrary<Healthy> {
  // The clock of the client differs from that of the API server by less than the allowance.
  return fc
    .record({ age: fc.double({ min: 0.01, max: period, noNaN: true }), ahead: fc.double({ min: -3, max: 3, noNaN: true }) })
    .map(({ age, ahead }): Healthy => {
      const renewedAt = -age;
      const last = renewedAt - period * Math.ceil((watched - age) / period);
      return { before: toLease({ renewed: last, ahead }), after: toLease({ renewed: renewedAt, ahead }), ...names };
    });
}

const template = fc.constantFrom("6d4b8f7c9d", "7c9d6b5f4d", "58f8db6c77");
const suffix = fc.constantFrom("x2x4z", "b7b8c", "kx9wz", "mq2vd");
const programs = ["cert-manager", "ingress-nginx", "external-dns", "argocd-server", "kube-state-metrics"];

/** Pods of a Deployment that use client-go or controller-runtime, with the usual terms. */
const elected = (index: number): fc.Arbitrary<Healthy> =>
  fc
    .tuple(fc.constantFrom(...programs), template, suffix, fc.constantFrom([15, 2], [60, 20], [137, 26]))
    .chain(([program, hash, end, term]) => {
      const [seconds = 15, period = 2] = term;
      const [namespace, pod] = [`${program}-${index}`, `${program}-${hash}-${end}`];
      const toLease = (parts: LeaseParts): object => leaseBy({ namespace, name: program, holder: `${pod}_${uuid}`, seconds, ...parts });
      return renewed(period, toLease, { pod: `${namespace}/${pod}` });
    });

/** kube-controller-manager and kube-scheduler, which run in the host network. */
const controlPlane = (index: number): fc.Arbitrary<Healthy> => {
  const node = `control-${index}.example.com`;
  return renewed(
    2,
    (parts) => leaseBy({ namespace: "kube-system", name: `kube-scheduler-${index}`, holder: `${node}_${uuid}`, ...parts }),
    { node },
  );
};

const kubelet = (index: number): fc.Arbitrary<Healthy> => {
  const node = `worker-${index}.eu-central-1.compute.internal`;
  return renewed(10, (parts) => nodeLease(node, parts), { node });
};

const apiServer = (index: number): fc.Arbitrary<Healthy> => renewed(10, (parts) => apiServerLease(`server${index}`, parts));

/** A Lease that a program has released, or that a program uses as a lock without a duration. */
const other = (index: number): fc.Arbitrary<Healthy> =>
  fc
    .constantFrom<LeaseParts>(
      { holder: "", seconds: 1, renewed: -500_000 },
      { holder: "backup-job", renewed: -500_000, spec: { leaseDurationSeconds: undefined } },
      { holder: "", renewed: -500_000, spec: { renewTime: undefined, acquireTime: undefined, leaseDurationSeconds: undefined } },
    )
    .map((parts) => {
      const lease = leaseBy({ namespace: "locks", name: `lock-${index}`, ...parts });
      return { before: lease, after: lease };
    });

const kinds = [elected, elected, controlPlane, kubelet, kubelet, apiServer, other];
const cluster = fc.tuple(...Array.from({ length: 200 }, (_, index) => (kinds[index % kinds.length] ?? other)(index)));

/** A coordinated election of the API server. */
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

const forms = { "with managedFields": (object: object): object => object, "without managedFields": unmanaged };

it.each(Object.entries(forms))("reports nothing about 200 healthy Leases %s, in one listing and in two", (_, inForm) => {
  fc.assert(
    fc.property(cluster, (healthy) => {
      const objects = healthy.map((each) => ({ ...each, before: inForm(each.before), after: inForm(each.after) }));
      const scene = {
        objects: [...objects.map(({ after }) => after), ...coordinated],
        pods: objects.flatMap(({ pod }) => pod ?? []),
        nodes: objects.flatMap(({ node }) => node ?? []),
      };
      for (const earlier of [{}, { [-watched]: [...objects.map(({ before }) => before), ...coordinated] }]) {
        const { result } = auditScene({ ...scene, earlier });
        expect(result.objects.length).toBe(203);
        expect(result.objects.flatMap(({ name, findings }) => findings.map((finding) => ({ name, ...finding })))).toEqual([]);
      }
    }),
    { numRuns: 30 },
  );
});
