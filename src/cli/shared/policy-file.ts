import { statSync } from "node:fs";
import { failed, ok, tryOrUndefined } from "../../field/result.ts";
import { diagnosticText, maxPolicyBytes, readPolicy } from "../../policy-file/read-policy.ts";
import type { LoadedPolicy } from "../../server/policy/policy-source.ts";
import { type PolicyFiles, readPolicyDirectory } from "../../server/policy/read-policy-files.ts";
import { decodeUtf8 } from "../../text/decode-utf8.ts";
import { UsageError } from "./errors.ts";
import { type InputFormat, readInputText } from "./inputs.ts";
import { printMessage } from "./output.ts";

/** The maximum size and the decoding of policy files, as for `serve --policy`. */
export const policyFormat: InputFormat = {
  maxBytes: maxPolicyBytes,
  decode: decodeUtf8,
};

/** Reports whether a path is a directory. A directory of policy files is one policy. */
export function isDirectory(path: string): boolean {
  return tryOrUndefined(() => statSync(path, { throwIfNoEntry: false }))?.isDirectory() === true;
}

/** Reads the files of a policy: one file, standard input, or all policy files in a directory. */
export async function readPolicyFiles(
  path: string,
  readFile: (file: string) => Promise<PolicyFiles> = readInputFile,
): Promise<PolicyFiles> {
  return path !== "-" && isDirectory(path) ? readPolicyDirectory(path) : readFile(path);
}

async function readInputFile(file: string): Promise<PolicyFiles> {
  const text = await readInputText(file, policyFormat);
  return text.ok ? ok([{ file, text: text.value }]) : failed(`${file} ${text.error}`);
}

/**
 * Reads a policy from a file or a directory. If the policy is invalid, prints a line for each error
 * and throws a usage error.
 */
export async function loadPolicy(path: string, readFile: (file: string) => Promise<PolicyFiles> = readInputFile): Promise<LoadedPolicy> {
  const files = await readPolicyFiles(path, readFile);
  if (!files.ok) throw new UsageError(files.error);
  const policy = readPolicy(files.value);
  if (policy.ok) return { ...policy.value, files: files.value };
  for (const error of policy.error) printMessage(diagnosticText(error, "error"));
  throw new UsageError(`${path} is not a valid policy; fix the errors above`);
}
