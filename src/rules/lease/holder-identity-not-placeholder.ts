import { invalid } from "../../core/field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesField } from "../shared/field-changes.ts";
import { isNodeLease } from "../shared/identities.ts";

/**
 * Matches host names and addresses that all machines share, such as `localhost`. A port, and the
 * `_` of an empty suffix, can follow the name or the address.
 */
const ownName = /^(?:localhost(?:\.localdomain)?\.?|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[?::1?\]?)(?::\d+)?_?$/i;
/**
 * Matches an identity that contains an unexpanded template of Helm, of a shell, or of a pod
 * (`$(NAME)`).
 */
const template = /\{\{|\$[({]|^\$[a-z_]/i;
/**
 * Matches strings that programming languages print for a missing value or a value of the wrong
 * type.
 */
const missing = /^(?:undefined|null|none|nil)$|<no value>|<nil>|%![a-z]\(|\[object /i;

/**
 * Matches identities that contain only separators. If the variables of a template such as
 * `${POD}_${UID}` are empty, it gives such an identity.
 */
const separators = /^[-_./:|@]+$/;

/**
 * The patterns of all placeholders. No pattern contains upper-case letters, because the rule in CEL
 * converts an identity to lower case before it matches the patterns.
 */
export const placeholders: readonly RegExp[] = [ownName, template, missing, separators];

/**
 * A leader-election client recognizes its own lease only by the identity. If two replicas use the
 * same identity, both replicas can lead.
 */
export const rule: Rule = defineRule({
  id: "lease/holder-identity-not-placeholder",
  tier: "protocol",
  description: "holderIdentity must not be a placeholder that all replicas share",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change) {
    const { holderIdentity: holder = "" } = change.object.spec;
    const { namespace } = change.object.metadata;
    // A node can have a name such as `localhost`, and node names are unique.
    if (isNodeLease(change.object.metadata) && holder === change.object.metadata.name) return [];
    const isPlaceholder = placeholders.some((pattern) => pattern.test(holder)) || holder === `${namespace}/`;
    if (!isPlaceholder || !changesField(change, "holderIdentity")) return [];
    return [
      invalid(["spec", "holderIdentity"], holder, "must be unique to the process, for example the name of its pod"),
    ];
  },
});
