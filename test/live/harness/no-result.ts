import { toContext } from "../../../src/engine/validate/submission.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { denials } from "../../../src/engine/validate/verdict.ts";
import { rules } from "../../../src/rules/index.ts";
import type { Answer } from "./api.ts";
import type { LiveWrite } from "./live-write.ts";

/** The reasons why a test cannot compare the decisions on a write. */
export const noResult = {
  user: "an HTTP header cannot contain the name of the user",
  namespace: "no namespace can have this name",
  invalid: "kube-apiserver itself denies the object",
  undecodable: "kube-apiserver cannot decode the object",
  conflict: "kube-apiserver writes the object at the same time",
  second: "the decision depends on the second",
} as const;

export type NoResult = (typeof noResult)[keyof typeof noResult];

const validateAsServer = createValidate(rules.filter(({ tier }) => tier === "api"));

/**
 * Returns the reason why kube-apiserver rejects a write, whatever the policies are. Throws an error
 * if the engine does not know that kube-apiserver rejects this write.
 */
export function rejectionOf({ status, body }: Answer, { served, change }: Omit<LiveWrite, "user">): NoResult {
  const { namespace } = (change.operation === "CREATE" ? change.object : change.oldObject).metadata;
  const denied = denials(validateAsServer({ served, change, context: toContext({}, new Date()) }));
  if (status === 422 && denied.length > 0) return noResult.invalid;
  if (status === 400 && denied.some(({ source }) => source === "schema")) return noResult.undecodable;
  if (status === 404 && !/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(String(namespace))) return noResult.namespace;
  if (status === 409) return noResult.conflict;
  throw new Error(`kube-apiserver rejects the write for an unknown reason: ${status} ${body.message}`);
}

/**
 * Reports whether an HTTP header can contain a name: only ASCII, and no whitespace at its ends.
 */
export function fitsHeader(name: string): boolean {
  return /^[\x20-\x7e]*$/.test(name) && name.trim() === name;
}
