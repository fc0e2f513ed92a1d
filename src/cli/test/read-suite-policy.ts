import { type FieldError, fieldMessage, invalid } from "../../field/error.ts";
import { failed, ok, type Result } from "../../field/result.ts";
import type { Policy } from "../../policy/policy.ts";
import { decodePolicy } from "../../policy-file/decode-policy.ts";
import type { PolicyFile } from "../../policy-file/policy-parts.ts";
import { readPolicy } from "../../policy-file/read-policy.ts";
import { placeText } from "../../text/position.ts";

/**
 * Reads the files of a policy in the same formats as `serve --policy`. `path` is relative to the
 * directory of the suite. The error starts with a path.
 */
export type ReadSuiteFiles = (path: string) => Promise<Result<readonly PolicyFile[], string>>;

/** Reads the policy of a suite from a file, from a directory, or from the suite itself. */
export async function readSuitePolicy(policy: string | object, readFiles: ReadSuiteFiles): Promise<Result<Policy, readonly FieldError[]>> {
  if (typeof policy !== "string") {
    const decoded = decodePolicy(policy);
    return decoded.ok ? decoded : failed(decoded.error.map((error) => ({ ...error, field: ["policy", ...error.field] })));
  }
  const files = await readFiles(policy);
  if (!files.ok) return failed([invalid(["policy"], policy, files.error)]);
  const read = readPolicy(files.value);
  if (read.ok) return ok(read.value.policy);
  return failed(read.error.map((error) => invalid(["policy"], policy, `${placeText(error)}: ${fieldMessage(error)}`)));
}
