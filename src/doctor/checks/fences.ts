import { namespacedName } from "../../core/field/object-reference.ts";
import { fencesIn } from "../../installation/fences.ts";
import { unreadReason } from "../../installation/snapshot.ts";
import { at, type DoctorCheck, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";

export const fenceChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/fence-views-current",
    description: "the fences of each API server see the current Leases",
    applies: ({ snapshot }) => snapshot.fenceViews !== undefined,
    run: frozenViews,
  },
];

function* frozenViews({ snapshot }: Examined): Iterable<DoctorOutcome> {
  const { views = [], unreached = [], unasked = 0 } = snapshot.fenceViews ?? {};
  const unread = unreadReason(snapshot, "ValidatingAdmissionPolicy");
  const fences = fencesIn(snapshot);
  if (fences.length === 0) return void (yield { unknown: unread ?? "the cluster has no fence" });
  for (const reason of unreached) yield { unknown: reason };
  if (unasked > 0)
    yield { unknown: `${unasked} of ${fences.length} fences were not read: the doctor reads only the first ones` };
  const reported = new Set<string>();
  for (const { server, fence: name, viewed, stored, reason } of views) {
    const listed = fences.find(({ fence }) => fence.name === name);
    if (reason !== "") yield { unknown: `${server}: ${reason}` };
    else if (isFrozen(viewed, stored) && listed !== undefined && !reported.has(server)) {
      reported.add(server);
      const lease = namespacedName(listed.fence.lease);
      yield found(
        "error",
        at(listed.policy, "spec", "paramKind"),
        `must not read a frozen view: API server ${server} sees renewTime ${viewed || "none"} of Lease ${lease}, but ${stored ?? "no Lease"} is stored; restart this API server`,
      );
    }
  }
}

/** Reports whether a view is older than the stored Lease, or shows a Lease that was deleted. */
function isFrozen(viewed: string | undefined, stored: string | undefined): boolean {
  return viewed !== undefined && (stored === undefined || viewed < stored);
}
