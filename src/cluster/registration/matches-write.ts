import type { Kind } from "../../core/api/coordination.ts";
import { servingVersions } from "../../core/api/kubernetes-version.ts";
import { coordinationGroup, resources, servedVersions } from "../../core/api/served-versions.ts";
import type { ChangeOperation } from "../../rules/rule.ts";
import type { RegisteredRule } from "./registration.ts";

/** A write of a Lease or a LeaseCandidate in an API version, such as `v1`. */
export interface LeaseWrite {
  readonly kind: Kind;
  readonly version: string;
  readonly operation: ChangeOperation;
}

/**
 * The rules of a webhook or of an admission policy, and the match policy for other versions of a
 * resource.
 */
export interface WriteRules {
  readonly rules: readonly RegisteredRule[];
  readonly matchPolicy: string;
}

/** Returns the API versions of a kind that a supported Kubernetes version serves, newest first. */
export function existingVersions(kind: Kind): readonly string[] {
  const existing = servedVersions.filter((served) => served.gvk.kind === kind && servingVersions(served).length > 0);
  return existing.map(({ gvk }) => gvk.version);
}

/**
 * Reports whether one of the rules matches a write. If the match policy is not Exact,
 * kube-apiserver converts the object to each other version that exists. Then a rule for one of
 * these versions matches, too.
 */
export function matchesWrite({ rules, matchPolicy }: WriteRules, { kind, version, operation }: LeaseWrite): boolean {
  const versions = matchPolicy === "Exact" ? [version] : existingVersions(kind);
  return rules.some((rule) => mismatchedField(rule, { kind, versions, operation }) === undefined);
}

/** A write of an object that kube-apiserver can convert to each of the versions. */
export interface ConvertedWrite {
  readonly kind: Kind;
  readonly versions: readonly string[];
  readonly operation: ChangeOperation;
}

/** Returns the first field of a rule that does not match a write, or undefined if all match. */
export function mismatchedField(
  rule: RegisteredRule,
  { kind, versions, operation }: ConvertedWrite,
): keyof RegisteredRule | undefined {
  const { apiGroups, apiVersions, operations, scope } = rule;
  if (scope === "Cluster") return "scope";
  if (!has(apiGroups, coordinationGroup)) return "apiGroups";
  if (!namesResource(rule, kind)) return "resources";
  if (!has(apiVersions, ...versions)) return "apiVersions";
  return has(operations, operation) ? undefined : "operations";
}

function has(list: readonly string[], ...wanted: readonly string[]): boolean {
  return list.some((text) => text === "*" || wanted.includes(text));
}

/**
 * Reports whether an entry of `resources`, such as `leases` or `leases/status`, matches writes of
 * the resource of a kind itself. Such a write has no subresource, but the subresource `*` also
 * matches it.
 */
export function namesResource(rule: RegisteredRule, kind: Kind): boolean {
  return rule.resources.some((text) => {
    const [name = "", subresource = ""] = text.split("/", 2);
    return has([name], resources[kind]) && has([subresource], "");
  });
}
