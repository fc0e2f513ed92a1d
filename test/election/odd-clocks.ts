import type { UserInfo } from "../../src/rules/rule.ts";
import type { Spec } from "./api-object.ts";
import { at, term } from "./history.ts";
import type { OddLease } from "./odd-leases.ts";

const github = "https://github.com/";
const jane: UserInfo = { username: "jane", groups: ["system:authenticated"] };
const renewed = (spec: Spec, seconds: number): Spec => ({ ...spec, renewTime: at(seconds) });
/**
 * Returns the spec of a lease term from a clock that differs by `offset` seconds. leaseTransitions
 * is absent, because some libraries do not count transitions.
 */
const local = (holderIdentity: string, begun: number, offset: number): Spec => {
  const now = at(begun + offset);
  return { holderIdentity, leaseDurationSeconds: 17, acquireTime: now, renewTime: now };
};
const yearOne = (second: number): string => `0001-01-01T00:00:0${second}.000000Z`;

/** Correct writes with unusual times. The profile `strict` must allow all of them. */
export const oddClocks: Readonly<Record<string, OddLease>> = {
  "healthy leader of client-go whose clock is corrected": {
    source: `${github}kubernetes/client-go/blob/v0.36.4/tools/leaderelection/leaderelection.go`,
    acts: [
      { at: 0, spec: term("a", 4.5) },
      { at: 2, spec: renewed(term("a", 4.5), 6.5) },
      { at: 4, spec: renewed(term("a", 4.5), 4 - 55.5) },
      { at: 6, spec: renewed(term("a", 4.5), 6 - 55.5) },
    ],
  },
  "conformance test of Kubernetes: times of the year 1, and takeovers before the lease term expires": {
    source: `${github}kubernetes/kubernetes/blob/v1.36.4/test/e2e/common/node/lease.go`,
    acts: [
      {
        at: 0,
        spec: { ...term("a", 0), leaseDurationSeconds: 30, acquireTime: yearOne(2), renewTime: yearOne(5) },
        by: jane,
      },
      {
        at: 1,
        spec: { ...term("b", 0, 1), leaseDurationSeconds: 60, acquireTime: yearOne(3), renewTime: yearOne(6) },
        by: jane,
      },
    ],
  },
  "Longhorn, which marks the Lease of a volume with the times of the year 1": {
    source: `${github}longhorn/longhorn-manager/blob/master/controller/share_manager_controller.go`,
    namespace: "longhorn-system",
    name: "pvc-6f1d8a3e-2f7c-4a6b-9a4e-0c2f5d7b1a11",
    acts: [
      { at: 0, spec: { ...term("", 0), leaseDurationSeconds: 7, acquireTime: null, renewTime: null } },
      { at: 1, spec: { ...term("worker-1", 1, 1), leaseDurationSeconds: 7 } },
      { at: 4, spec: { ...renewed(term("worker-1", 1, 1), 4), leaseDurationSeconds: 7 } },
      { at: 13, spec: { ...renewed(term("worker-1", 1, 1), 4), leaseDurationSeconds: 7, acquireTime: null } },
      {
        at: 14,
        spec: { ...term("worker-1", 1, 1), leaseDurationSeconds: 7, acquireTime: yearOne(1), renewTime: null },
      },
      { at: 30, spec: { ...term("worker-2", 30, 2), leaseDurationSeconds: 7 } },
    ],
  },
  "Python client in local time: hours ahead, then hours behind": {
    source: `${github}kubernetes-client/python/tree/master/kubernetes/base/leaderelection`,
    acts: [
      { at: 0, spec: local("a", 0, 7_200) },
      { at: 5, spec: renewed(local("a", 0, 7_200), 7_205) },
      { at: 25, spec: local("b", 25, -18_000) },
      { at: 30, spec: renewed(local("b", 25, -18_000), 30 - 18_000) },
    ],
  },
};
