import { createValidate, type Validate } from "../engine/validate/validate.ts";
import type { Policy } from "../policy/policy.ts";
import { rules } from "../rules/index.ts";

/**
 * Returns the function that validates the writes of the webhook. The server and its thread for
 * large reviews both use this function, so that they agree about a write.
 */
export function webhookValidate(policy: Policy): Validate {
  return createValidate(rules, policy);
}
