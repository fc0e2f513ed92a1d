import { joinWords } from "../../core/text/join-words.ts";
import type { ListedObject } from "../../listing/listed-object.ts";
import { isUnexpiredAt } from "../../rules/shared/lease-term.ts";
import type { AuditCheck, AuditFacts } from "../check.ts";

export const ownerGone: AuditCheck = {
  id: "audit/owner-gone",
  severity: "warning",
  description: "the owner of a held Lease must exist with the uid in the owner reference",
  kind: "Lease",
  needs: ["pods", "nodes"],
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

type Owner = ListedObject["owners"][number];

/** Reports whether another object has the name of an owner. */
function isReplaced({ kind, name, uid }: Owner, { namespace }: ListedObject, { pods, nodes }: AuditFacts): boolean {
  const pod = (): string | undefined =>
    pods?.named(name).find((each) => each.namespace === namespace && each.name === name)?.uid;
  const current = kind === "Node" ? nodes?.get(name) : kind === "Pod" ? pod() : undefined;
  return current !== undefined && current !== "" && current !== uid;
}
