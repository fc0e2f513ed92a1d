import { type Policy, policyOf } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";

/**
 * A policy in which every rule of every tier has mode `deny`. Rules that need parameters are left
 * out, because the policy has none.
 */
export const allDeny: Policy = policyOf(new Map(rules.map(({ id }) => [id, "deny"])));
