import { invalid } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesField } from "../shared/field-changes.ts";
import { isNodeLease } from "../shared/identities.ts";

/** What every machine calls itself, with a port or an empty suffix; with a suffix it is one process's own, as client-go's users make it. */
const ownName = /^(?:localhost(?:\.localdomain)?\.?|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[?::1?\]?)(?::\d+)?_?$/i;
/** Of Helm, of a shell and of a pod's `$(NAME)`: whoever should have filled it in did not. */
const template = /\{\{|\$[({]|^\$[a-z_]/i;
/** What languages write for a value that is not there. */
const missing = /^(?:undefined|null|none|nil)$|<no value>|<nil>|%![a-z]\(|\[object /i;

/** An identity that a second replica has too makes two leaders: an elector knows only by it that it holds the lease. */
export const rule: Rule = defineRule({
  id: "lease/holder-identity-not-placeholder",
  tier: "protocol",
  description: "holderIdentity must not be what every replica would write",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change) {
    const { holderIdentity: holder = "" } = change.object.spec;
    // A node may be named so, and its name is unique.
    if (isNodeLease(change.object.metadata) && holder === change.object.metadata.name) return [];
    if (!changesField(change, "holderIdentity") || ![ownName, template, missing].some((pattern) => pattern.test(holder))) return [];
    return [invalid(["spec", "holderIdentity"], holder, "must be unique to its process, such as the name of a pod")];
  },
});
