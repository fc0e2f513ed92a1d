import { type FieldError, fieldMessage, invalid } from "../../field/error.ts";
import { failed, ok, type Result } from "../../field/result.ts";
import type { Policy } from "../../policy/policy.ts";
import { decodePolicy } from "../../policy-file/decode-policy.ts";
import { readPolicy, withModes } from "../../policy-file/read-policy.ts";
import type { ReadText } from "./read-object.ts";

/** Reads the policy of a suite from a file or from the suite itself. */
export async function readSuitePolicy(policy: string | object, readText: ReadText): Promise<Result<Policy, readonly FieldError[]>> {
  if (typeof policy !== "string") {
    const decoded = decodePolicy(withModes(policy));
    return decoded.ok ? decoded : failed(decoded.error.map((error) => ({ ...error, field: ["policy", ...error.field] })));
  }
  const text = await readText(policy, "policy");
  if (!text.ok) return failed([invalid(["policy"], policy, text.error)]);
  const read = readPolicy(text.value);
  if (read.ok) return ok(read.value.policy);
  return failed(read.error.map((error) => invalid(["policy"], policy, `${error.line}:${error.column}: ${fieldMessage(error)}`)));
}
