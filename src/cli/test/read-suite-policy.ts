import { type FieldError, invalid } from "../../field/error.ts";
import type { Policy } from "../../policy/policy.ts";
import { decodePolicy } from "../../policy-file/decode-policy.ts";
import { readPolicy, withModes } from "../../policy-file/read-policy.ts";
import type { ReadText } from "./read-object.ts";

/** The policy that a suite names or holds, or what is wrong with it. */
export async function readSuitePolicy(policy: string | object, readText: ReadText): Promise<Policy | readonly FieldError[]> {
  if (typeof policy !== "string") {
    const decoded = decodePolicy(withModes(policy));
    return decoded.ok ? decoded.value : decoded.error.map((fault) => ({ ...fault, field: ["policy", ...fault.field] }));
  }
  const text = await readText(policy, "policy");
  if (typeof text !== "string") return [invalid(["policy"], policy, text.fault)];
  const read = readPolicy(text);
  if (read.ok) return read.value.policy;
  return read.error.map(({ line, column, field, message }) =>
    invalid(["policy"], policy, [`${line}:${column}`, ...(field === "" ? [] : [field]), message].join(": ")),
  );
}
