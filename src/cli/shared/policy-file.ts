import type { Result } from "../../field/result.ts";
import { diagnosticText, maxPolicyBytes, readPolicy } from "../../policy-file/read-policy.ts";
import type { LoadedPolicy } from "../../server/policy/policy-source.ts";
import { decodeUtf8 } from "../../text/decode-utf8.ts";
import { UsageError } from "./errors.ts";
import { type InputFormat, readInputText } from "./inputs.ts";
import { printMessage } from "./output.ts";

/** The maximum size and the decoding of policy files, as for `serve --policy`. */
export const policyFormat: InputFormat = {
  maxBytes: maxPolicyBytes,
  decode: decodeUtf8,
};

/**
 * Reads a policy file. If the policy is invalid, prints a line for each error and throws a usage
 * error.
 */
export async function readPolicyFile(
  path: string,
  readText: (path: string) => Promise<Result<string, string>> = (file) => readInputText(file, policyFormat),
): Promise<LoadedPolicy> {
  const text = await readText(path);
  if (!text.ok) throw new UsageError(`${path} ${text.error}`);
  const policy = readPolicy(text.value);
  if (policy.ok) return { ...policy.value, text: text.value };
  for (const error of policy.error) printMessage(diagnosticText(path, error, "error"));
  throw new UsageError(`${path} is not a valid policy; fix the errors above`);
}
