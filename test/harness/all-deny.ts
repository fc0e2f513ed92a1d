import { type Policy, policyOf } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";

/**
 * A policy in which every rule of every tier denies, except rules that need parameters and have
 * none.
 */
export const allDeny: Policy = policyOf(new Map(rules.map(({ id }) => [id, "deny"])));
