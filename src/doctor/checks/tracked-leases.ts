import { objectsAt, textAt } from "../../core/api/fields.ts";
import { trackCommand } from "../../core/text/shell-quote.ts";
import { objectsOf, type SnapshotObject, unreadReason } from "../../installation/snapshot.ts";
import { at, type DoctorCheck, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";
import { hasExport } from "./registration.ts";

export const trackedLeasesChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/held-leases-tracked",
    description: "kube-apiserver records the times of writes to held Leases, which exported policies read",
    applies: hasExport,
    run: untrackedLeases,
  },
];

function* untrackedLeases({ snapshot }: Examined): Iterable<DoctorOutcome> {
  const unread = unreadReason(snapshot, "Lease");
  if (unread !== undefined) return void (yield { unknown: unread });
  const leases = objectsOf(snapshot, "Lease");
  const held = leases.filter(({ value }) => textAt(value, "spec", "holderIdentity") !== "");
  const untracked = held.filter((lease) => !isTracked(lease));
  // kubectl prints managedFields only with a flag.
  if (untracked.some(({ locate }) => locate !== undefined) && !leases.some(isTracked))
    return void (yield {
      unknown: "needs the managedFields of Leases, which kubectl prints with --show-managed-fields",
    });
  for (const lease of untracked)
    yield found(
      "warning",
      at(lease, "metadata", "managedFields"),
      "must not be empty, because exported policies then use the clock of the writer instead of the time of the write",
      [trackCommand(lease)],
    );
}

function isTracked({ value }: SnapshotObject): boolean {
  return objectsAt(value, "metadata", "managedFields").length > 0;
}
