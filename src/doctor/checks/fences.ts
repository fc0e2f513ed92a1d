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
  const { views = [], unreached = [] } = snapshot.fenceViews ?? {};
  const unread = unreadReason(snapshot, "ValidatingAdmissionPolicy");
  const fences = fencesIn(snapshot);
  if (fences.length === 0) return void (yield { unknown: unread ?? "the cluster has no fence" });
  for (const reason of unreached) yield { unknown: reason };
  const reported = new Set<string>();
  for (const { server, fence: name, viewed, stored, reason } of views) {
    const listed = fences.find(({ fence }) => fence.name === name);
    if (viewed === undefined || stored === undefined) yield { unknown: `${server}: ${reason}` };
    else if (viewed < stored && listed !== undefined && !reported.has(server)) {
      reported.add(server);
      const lease = namespacedName(listed.fence.lease);
      yield found(
        "error",
        at(listed.policy, "spec", "paramKind"),
        `must not read a frozen view: API server ${server} sees renewTime ${viewed || "none"} of Lease ${lease}, but ${stored} is stored; restart this API server`,
      );
    }
  }
}
