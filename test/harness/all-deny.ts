import { rules } from "../../src/rules/index.ts";
import { type Policy, policyOf } from "../../src/rules/policy.ts";

/** Every rule refuses, whatever its tier, but those that nobody gave parameters. */
export const allDeny: Policy = policyOf(new Map(rules.map(({ id }) => [id, "deny"])));
