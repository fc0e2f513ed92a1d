import { referenceKey } from "../../core/field/object-reference.ts";
import { joinWords } from "../../core/text/join-words.ts";
import type { ListedObject } from "../../listing/listed-object.ts";
import { isWorkload, type Owner, ownerResourceNames } from "../../listing/owners.ts";
import { isUnexpiredAt } from "../../rules/shared/lease-term.ts";
import type { AuditCheck, AuditFacts } from "../check.ts";

export const ownerGone: AuditCheck = {
  id: "audit/owner-gone",
  severity: "warning",
  description: "the owner of a held Lease must exist with the uid in the owner reference",
  kind: "Lease",
  needs: ["pods", "nodes", ...ownerResourceNames],
  check({ listed, nowMs }, facts) {
    const { owners, isDeleting, termEndMs } = listed;
    if (owners.length === 0 || isDeleting || !isUnexpiredAt(termEndMs, nowMs)) return undefined;
    // The garbage collector keeps an object while one of its owners exists.
    if (!owners.every((owner) => isReplaced(owner, listed, facts))) return undefined;
    const names = joinWords(owners.map(({ kind, name }) => `${kind} ${name}`));
    return {
      field: "metadata.ownerReferences",
      message: `the ${names} now has another uid, so the garbage collector deletes the Lease while a client holds it: set the current uid, or remove the owner reference`,
    };
  },
};

/** Reports whether another object has the name of an owner. */
function isReplaced(owner: Owner, { namespace }: ListedObject, { pods, nodes, owners }: AuditFacts): boolean {
  const { kind, name, uid } = owner;
  const pod = (): string | undefined =>
    pods?.named(name).find((each) => each.namespace === namespace && each.name === name)?.uid;
  const workload = (): string | undefined =>
    isWorkload(owner) ? owners.get(referenceKey({ kind, namespace, name })) : undefined;
  const current = kind === "Node" ? nodes?.get(name) : kind === "Pod" ? pod() : workload();
  return current !== undefined && current !== "" && current !== uid;
}
