import { pluralize } from "../../core/text/join-words.ts";
import type { Policy } from "../../policy/policy.ts";
import { ruleById } from "../../rules/find-rule.ts";
import { allAdministrators } from "../../rules/shared/identities.ts";

/** A Lease that two rules of the default policy report. One of them exempts administrators. */
const probe =
  '{"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"lease-guard-probe","namespace":"kube-node-lease"},"spec":{"holderIdentity":"$(POD_NAME)"}}';

/**
 * A command that sends a write to which all rules apply, and stores nothing. Every cluster allows
 * kube-controller-manager to create Leases, and it is not an administrator.
 */
const tryCommand = `echo '${probe}' | kubectl create --dry-run=server --as=system:kube-controller-manager -f -`;

/** Returns the administrators, including the administrators that no policy can remove. */
export function administratorNames(administrators: Policy["administrators"]): string {
  const { users, groups } = allAdministrators(administrators);
  return `users ${users.join(",")} or groups ${groups.join(",")}`;
}

export function isForOthersOnly(id: string): boolean {
  return ruleById(id)?.exemptsAdministrators === true;
}

/**
 * Returns the lines about the users to whom exported rules do not apply, and the command to try the
 * rules as another user. Returns no lines if no rule exempts administrators.
 */
export function exemptUserLines(rules: readonly string[], administrators: Policy["administrators"]): readonly string[] {
  const exempting = new Set(rules.filter(isForOthersOnly));
  const [first] = exempting;
  if (first === undefined) return [];
  return [
    `not for administrators: ${pluralize(exempting.size, "rule")}, such as ${first}, for ${administratorNames(administrators)}`,
    `to try them as another user, send a Lease that breaks lease/node-lease-by-its-node: ${tryCommand}`,
  ];
}
