import { mapAt } from "../../core/api/fields.ts";
import { coordinationGroup, resources } from "../../core/api/served-versions.ts";
import { systemNamespaces } from "../../installation/reach/known-namespaces.ts";
import { objectsOf, snapshotResourceName, unreadReason } from "../../installation/snapshot.ts";
import { at, type DoctorCheck, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";

export const quotaChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/quotas-leave-leases",
    description: "no ResourceQuota denies the creation of Leases",
    applies: ({ snapshot: { read, unread } }) =>
      read.has("ResourceQuota") || unread.some(({ resource }) => resource === snapshotResourceName("ResourceQuota")),
    run: usedQuotas,
  },
];

const counted = `count/${resources.Lease}.${coordinationGroup}`;

/** Yields a finding for each quota of Leases. The severity is info while a Lease can be created. */
function* usedQuotas({ snapshot }: Examined): Iterable<DoctorOutcome> {
  const unread = unreadReason(snapshot, "ResourceQuota");
  if (unread !== undefined) return void (yield { unknown: unread });
  for (const quota of objectsOf(snapshot, "ResourceQuota")) {
    const hard = mapAt(quota.value, "spec", "hard").get(counted);
    if (hard === undefined) continue;
    const used = Number(mapAt(quota.value, "status", "used").get(counted) ?? "0");
    const spot = at(quota, "spec", "hard", { key: counted });
    // Quantities such as 1k have a suffix, and Number returns NaN for them.
    const isFull = used >= Number(hard);
    const isSystem = systemNamespaces.some((name) => name === quota.namespace);
    yield isFull
      ? found(
          isSystem ? "error" : "warning",
          spot,
          `must be more than ${used}, because kube-apiserver denies every further Lease in ${quota.namespace}, and a new election cannot start`,
        )
      : found("info", spot, `limits the Leases in ${quota.namespace} to ${hard}, of which ${used} exist`);
  }
}
