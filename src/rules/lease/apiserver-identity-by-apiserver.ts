import type { HubByKind } from "../../core/api/coordination.ts";
import { type FieldError, forbidden } from "../../core/field/error.ts";
import { defineRule, objectOf, type Rule, type RuleContext } from "../rule.ts";
import { changesSpec } from "../shared/field-changes.ts";
import { apiServerUser, isCleaner, isTrustedWriter, systemNamespace } from "../shared/identities.ts";
import { heldUntil } from "../shared/lease-term.ts";

/**
 * The labels of the identity leases of API servers. Each kube-apiserver finds the leases of other
 * API servers by `identityLabel`, not by name. `hostnameLabel` contains the host name.
 */
export const identityLabel = "apiserver.kubernetes.io/identity";
export const hostnameLabel = "kubernetes.io/hostname";
/** The peer proxy of kube-apiserver sends requests to the address in this annotation. */
export const addressAnnotation = "kubernetes.io/peer-advertise-address";
export const detail: string = `must be written only by ${apiServerUser}`;

/**
 * kube-apiserver writes identity leases over its loopback connection, but does not protect these
 * leases from other clients. It reads identity leases only in kube-system. The rule allows every
 * client to delete an expired identity lease, because kube-apiserver deletes such a lease anyway.
 */
export const rule: Rule = defineRule({
  id: "lease/apiserver-identity-by-apiserver",
  tier: "protocol",
  exemptsAdministrators: true,
  description: "the identity lease of an API server must be written only by kube-apiserver",
  kinds: ["Lease"],
  operations: ["CREATE", "UPDATE", "DELETE"],
  namespaces: [systemNamespace],
  plainRenewals: true,
  needsWrite: true,
  check(change, context): readonly FieldError[] {
    if (objectOf(change).metadata.namespace !== systemNamespace) return [];
    if (change.operation === "DELETE") return deletionErrors(change.oldObject, context);
    const label = change.object.metadata.labels[identityLabel];
    const oldLabel = change.operation === "UPDATE" ? change.oldObject.metadata.labels[identityLabel] : undefined;
    if ((label === undefined && oldLabel === undefined) || isTrustedWriter(context)) return [];
    const errors: FieldError[] = [];
    if (label !== oldLabel) errors.push(forbidden(["metadata", "labels", { key: identityLabel }], detail));
    // If the write creates the lease or adds the label, the finding about the label is enough.
    if (change.operation === "CREATE" || oldLabel === undefined) return errors;
    const { metadata: old } = change.oldObject;
    const { labels, annotations } = change.object.metadata;
    if (labels[hostnameLabel] !== old.labels[hostnameLabel]) {
      errors.push(forbidden(["metadata", "labels", { key: hostnameLabel }], detail));
    }
    if (annotations[addressAnnotation] !== old.annotations[addressAnnotation]) {
      errors.push(forbidden(["metadata", "annotations", { key: addressAnnotation }], detail));
    }
    if (changesSpec(change)) errors.push(forbidden(["spec"], detail));
    return errors;
  },
});

function deletionErrors({ metadata, spec }: HubByKind["Lease"], context: RuleContext): readonly FieldError[] {
  const until = metadata.labels[identityLabel] === undefined ? undefined : heldUntil(spec, context);
  if (until === undefined || isTrustedWriter(context) || isCleaner(context.user)) return [];
  const label = ["metadata", "labels", { key: identityLabel }] as const;
  return [
    forbidden(
      label,
      `must be deleted only by ${apiServerUser} before ${until.toISOString()}, when the API server is gone`,
    ),
  ];
}
