import { type Policy, policyOf } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";

/** Every rule refuses, whatever its tier, but those that nobody gave parameters. */
export const allDeny: Policy = policyOf(new Map(rules.map(({ id }) => [id, "deny"])));
