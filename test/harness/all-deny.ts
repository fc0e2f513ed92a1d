import { type Policy, policyOf } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";

/** A policy that sets mode `deny` for all rules. */
export const allDeny: Policy = policyOf(new Map(rules.map(({ id }) => [id, "deny"])));
