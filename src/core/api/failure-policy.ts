import { textAt } from "./fields.ts";

/** Returns the failure policy of a webhook or of the spec of a policy. The default is `Fail`. */
export function failurePolicyOf(value: unknown): "Fail" | "Ignore" {
  return textAt(value, "failurePolicy") === "Ignore" ? "Ignore" : "Fail";
}
