import { textAt } from "../../core/api/fields.ts";
import { namespacedName } from "../../core/field/object-reference.ts";
import { checkSubdomain, firstLabel } from "../../core/text/names.ts";
import { fencesIn, type ListedFence } from "../../installation/fences.ts";
import { findObject, objectsOf, type Snapshot, unreadReason } from "../../installation/snapshot.ts";
import { identityFormOf } from "../../policy/fence.ts";
import { nodeLeaseNamespace } from "../../rules/shared/identities.ts";
import { generatedForm } from "../../rules/shared/pod-names.ts";
import { at, type DoctorCheck, type DoctorOutcome, found } from "../check.ts";
import type { Examined } from "../examined.ts";
import { shellLine } from "../quote.ts";

export const fenceChecks: readonly DoctorCheck[] = [
  {
    id: "doctor/fence-views-current",
    description: "the fences of each API server see the current Leases",
    applies: ({ snapshot }) => snapshot.fenceViews !== undefined,
    run: frozenViews,
  },
  {
    id: "doctor/fence-holders-are-nodes",
    description: "the holders of fences with the identity NODE_* are names of nodes",
    applies: ({ snapshot }) => fencesOfNodes(snapshot).length > 0,
    run: unknownNodes,
  },
];

/** Returns the fences that compare the nodes of pods with the holder, except those that are off. */
function fencesOfNodes(snapshot: Snapshot): readonly ListedFence[] {
  return fencesIn(snapshot).filter(
    ({ fence, mode }) => identityFormOf(fence.identity)?.of === "node" && mode !== "off",
  );
}

/**
 * Yields a finding for each fence whose holder is the name of no node. The host name of a node can
 * differ from its name. The fence then takes the leader for a pod on another node.
 */
function* unknownNodes({ snapshot }: Examined): Iterable<DoctorOutcome> {
  const leases = objectsOf(snapshot, "Lease").filter(({ namespace }) => namespace === nodeLeaseNamespace);
  if (leases.length === 0)
    return void (yield { unknown: unreadReason(snapshot, "Lease") ?? `no node has a Lease in ${nodeLeaseNamespace}` });
  const nodes = new Set(leases.map(({ name }) => firstLabel(name)));
  for (const { fence, policy } of fencesOfNodes(snapshot)) {
    const { namespace, name } = fence.lease;
    const holder = textAt(findObject(snapshot, "Lease", namespace, name)?.value, "spec", "holderIdentity");
    const [node = ""] = holder.split("_");
    if (!holder.includes("_") || nodes.has(firstLabel(node)) || !canBeNode(node)) continue;
    yield found(
      "warning",
      at(policy),
      `must not compare nodes while the holder ${holder} of Lease ${namespacedName(fence.lease)} names no node: the fence can refuse the writes of every pod, the leader included; use nodes whose host names are their names, or remove the fence`,
      [shellLine`kubectl delete validatingadmissionpolicybinding ${policy.name}`],
    );
  }
}

/**
 * Reports whether a fence can take a name for that of a node. It opens for other names, such as
 * those of the pods of a workload, which end with five generated characters.
 */
function canBeNode(name: string): boolean {
  return checkSubdomain(name).length === 0 && !generatedForm.test(name);
}

function* frozenViews({ snapshot }: Examined): Iterable<DoctorOutcome> {
  const { views = [], unreached = [], unasked = 0 } = snapshot.fenceViews ?? {};
  const unread = unreadReason(snapshot, "ValidatingAdmissionPolicy");
  const fences = fencesIn(snapshot);
  if (fences.length === 0) return void (yield { unknown: unread ?? "the cluster has no fence" });
  for (const reason of unreached) yield { unknown: reason };
  if (unasked > 0)
    yield { unknown: `${unasked} of ${fences.length} fences were not read: the doctor reads only the first ones` };
  const reported = new Set<string>();
  for (const { server, policy, viewed, stored, reason } of views) {
    const listed = fences.find((each) => each.policy.name === policy);
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
