import { expect, it } from "vitest";
import { renewBudget } from "../../src/doctor/budget.ts";
import { keptFields } from "../../src/installation/snapshot-budget.ts";
import { goodCluster, options } from "../harness/doctor-cluster.ts";

/** Returns the deadline for the Lease of the good cluster, of 15 s, and another Lease. */
function deadlineWith(metadata: object, spec: object, duration = 15): number {
  const cluster = goodCluster();
  cluster.set("Lease", ["spec", "leaseDurationSeconds"], duration);
  cluster.add({
    ...keptFields("Lease", {
      metadata: { name: "other", namespace: "kube-system", ...metadata },
      spec: { holderIdentity: "b", ...spec },
    }),
    kind: "Lease",
  });
  return renewBudget({ renewDeadlineSeconds: undefined, snapshot: cluster.snapshot(), now: options.now })
    .renewDeadlineSeconds;
}

const renewTime = (time: string) => ({ leaseDurationSeconds: 6, renewTime: `${time}.000000Z` });

it.each([
  ["renewed now", 4, {}, renewTime("2026-07-01T08:00:00")],
  ["never renewed", 4, {}, { leaseDurationSeconds: 6 }],
  ["expired for less than a day", 4, {}, renewTime("2026-06-30T08:00:00")],
  ["expired for more than a day", 10, {}, renewTime("2026-06-30T07:59:53")],
  ["released", 10, {}, { ...renewTime("2026-07-01T08:00:00"), holderIdentity: "" }],
])("with another Lease that is %s, the renew deadline is %i s", (_, seconds, metadata, spec) => {
  expect(deadlineWith(metadata, spec)).toBe(seconds);
});

it("the identity Lease of an API server has no renew deadline", () => {
  const labels = { "apiserver.kubernetes.io/identity": "kube-apiserver" };
  const spec = { ...renewTime("2026-07-01T08:00:00"), leaseDurationSeconds: 3600 };
  expect(deadlineWith({ labels }, spec, 0)).toBe(10);
  expect(deadlineWith({}, spec, 0)).toBe(2400);
});
