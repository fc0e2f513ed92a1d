import { statSync } from "node:fs";
import { tryOrUndefined } from "../core/field/result.ts";
import { decodeUtf8 } from "../core/text/decode-text.ts";
import { diagnosticText, maxPolicyBytes, type ReadablePolicy, readPolicy } from "../policy/file/read-policy.ts";
import {
  type PolicyFiles,
  type ReadPolicyText,
  readPolicyDirectory,
  readPolicyFile,
} from "../policy/file/read-policy-files.ts";
import { UsageError } from "./errors.ts";
import { type InputFormat, readInputText } from "./inputs.ts";
import { printMessage } from "./output.ts";

/**
 * The maximum size and the encoding of policy files, which are the same as for `serve --policy`.
 */
export const policyFormat: InputFormat = {
  maxBytes: maxPolicyBytes,
  decode: decodeUtf8,
};

/**
 * Reports whether a path is a directory, whose policy files form one policy. `-` is standard input.
 */
export function isPolicyDirectory(path: string): boolean {
  return path !== "-" && tryOrUndefined(() => statSync(path, { throwIfNoEntry: false }))?.isDirectory() === true;
}

/** Reads the files of a policy: one file, standard input, or all policy files in a directory. */
export async function readPolicyFiles(path: string, readText: ReadPolicyText = readInput): Promise<PolicyFiles> {
  return isPolicyDirectory(path) ? readPolicyDirectory(path) : readPolicyFile(path, readText);
}

function readInput(file: string): ReturnType<ReadPolicyText> {
  return readInputText(file, policyFormat);
}

/**
 * Reads a policy from a file or a directory. Throws a usage error if a file cannot be read. If the
 * policy is invalid, prints a line for each error and throws a usage error.
 */
export async function loadPolicy(path: string, readText?: ReadPolicyText): Promise<ReadablePolicy> {
  const files = await readPolicyFiles(path, readText);
  if (!files.ok) throw new UsageError(files.error);
  const policy = readPolicy(files.value);
  if (policy.ok) return policy.value;
  for (const error of policy.error) printMessage(diagnosticText(error, "error"));
  throw new UsageError(`${path} is not a valid policy; fix the errors above`);
}
