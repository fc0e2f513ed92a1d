import { failed, ok } from "../../field/result.ts";
import { diagnosticText, readPolicy } from "../../policy-file/read-policy.ts";
import type { PolicyText } from "../../server/policy/policy-source.ts";
import type { PolicyFileText } from "../../server/policy/read-policy-text.ts";
import { oneLine, UsageError } from "./errors.ts";
import { readInput } from "./inputs.ts";

/** Reads the one policy that is asked for; one that cannot be used is told with all its complaints, a line each. */
export async function readPolicyFile(
  path: string,
  readText: (path: string) => Promise<PolicyFileText> = readInputText,
): Promise<PolicyText> {
  const input = await readText(path);
  if (!input.ok) throw new UsageError(`${path} ${input.error}`);
  const read = readPolicy(input.value);
  if (!("complaints" in read)) return { ...read, text: input.value };
  for (const complaint of read.complaints) process.stderr.write(`${oneLine(diagnosticText(path, complaint, "error"))}\n`);
  throw new UsageError(`${path} must be a policy that can be used`);
}

async function readInputText(path: string): Promise<PolicyFileText> {
  const read = await readInput(path);
  return read.ok ? ok(read.value.text) : failed(read.error.message);
}
