import { type FieldError, forbidden } from "../../field/error.ts";
import { defineRule, type Rule } from "../rule.ts";
import { changesSpec } from "../shared/field-changes.ts";
import { apiServer, isTrustedWriter } from "../shared/identities.ts";

/** By which kube-apiservers find the leases of one another, whatever their names. */
const identityLabel = "apiserver.kubernetes.io/identity";
const detail = `must be left to ${apiServer}`;

/** Upstream writes these leases over its loop-back connection, and protects them from nobody who may write leases. */
export const rule: Rule = defineRule({
  id: "lease/apiserver-identity-by-apiserver",
  tier: "protocol",
  description: "the identity lease of an API server must be written by it alone",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE"],
  check(change, { user }) {
    if (isTrustedWriter(user)) return [];
    const errors: FieldError[] = [];
    const label = change.object.metadata.labels[identityLabel];
    const oldLabel = change.operation === "UPDATE" ? change.oldObject.metadata.labels[identityLabel] : undefined;
    if (label !== oldLabel) errors.push(forbidden(["metadata", "labels", { key: identityLabel }], detail));
    // A lease that has the label from its creation on is told of once.
    if (oldLabel !== undefined && changesSpec(change)) errors.push(forbidden(["spec"], detail));
    return errors;
  },
});
