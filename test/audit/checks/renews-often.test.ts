import { apiServerLease, leaseBy, uuid } from "../../harness/audit-objects.ts";
import { type Scene, testCheck } from "../../harness/audit-scene.ts";

/** Returns listings that are half a second apart, with the given renewals. */
function close(
  renewals: readonly number[],
  parts: (index: number) => Parameters<typeof leaseBy>[0] = () => ({}),
): Scene {
  const leases = renewals.map((renewed, index) => leaseBy({ renewed, ...parts(index) }));
  const earlier = leases
    .slice(0, -1)
    .map((lease, index): [number, object[]] => [(index + 1 - leases.length) / 2, [lease]]);
  return { objects: leases.slice(-1), earlier: Object.fromEntries(earlier) };
}

const otherHolder = `controller-6d4b8f7c9d-mq2vd_${uuid}`;

testCheck("audit/renews-often", {
  reports: {
    "a holder that renews in each of four listings": {
      ...close([-1.51, -1.02, -0.55, -0.01]),
      says: /^the holder writes the Lease at least 120 times a minute, although the term is 15s, /,
    },
    "a holder that renews many times between other listings": close([-6, -5, -4.9, -1.5, -1.4, -1.3, -1.2]),
    "a term of five minutes with a retry period of 2 s": {
      ...close([-6.2, -4.1, -2.1, -0.1], () => ({ seconds: 300 })),
      says: /^the holder writes the Lease at least 29 times a minute, although the term is 300s, /,
    },
    "a Lease without a duration": {
      ...close([-1.51, -1.02, -0.55, -0.01], () => ({ spec: { leaseDurationSeconds: undefined } })),
      says: /^the holder writes the Lease at least 120 times a minute, and etcd /,
    },
  },
  silent: {
    "client-go's defaults": close([-3.2, -3.2, -1.2, -1.2, -1.2]),
    "kube-vip, which renews every second": close([-2.9, -2.9, -1.9, -1.9, -0.9, -0.9]),
    "a takeover by kube-vip": close([-2.95, -2.94, -1.94, -0.05]),
    "three renewals": close([-1.2, -0.6, -0.01]),
    "four renewals in 2.2 s": close([-2.21, -1.5, -0.7, -0.01]),
    takeovers: close([-1.51, -1.02, -0.55, -0.01], (index) => (index >= 2 ? { holder: otherHolder } : {})),
    "a term of 60 s with a retry period of 2 s": close([-6.2, -4.1, -2.1, -0.1], () => ({ seconds: 60 })),
    "OpenShift's term of 137 s": close([-78.1, -52.1, -26, -0.1], () => ({ seconds: 137 })),
    "the identity of an API server, with a term of an hour": {
      objects: [apiServerLease("a", { renewed: -1 })],
      earlier: Object.fromEntries([-31, -21, -11].map((renewed) => [renewed + 1, [apiServerLease("a", { renewed })]])),
    },
    "a clock that was corrected": close([-0.01, -0.6, -0.7, -0.8]),
  },
});
