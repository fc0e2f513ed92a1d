import type { HubByKind, Kind } from "../../core/api/coordination.ts";
import type { ServedVersion } from "../../core/api/served-versions.ts";
import { ok, type Result } from "../../core/field/result.ts";
import { defaultPolicy, type Policy } from "../../policy/policy.ts";
import type { Change, Rule } from "../../rules/rule.ts";
import type { SchemaFinding } from "../../schema/to-field-error.ts";
import { compileRules } from "./compile-rules.ts";
import { type Decoded, decode, decodeOnce } from "./decode.ts";
import { decodePartly } from "./decode-partly.ts";
import { compileExcess } from "./excess.ts";
import type { Submission } from "./submission.ts";
import type { Verdict } from "./verdict.ts";

/**
 * A function that validates one write. The function does not throw, even if the objects have
 * unexpected values.
 */
export type Validate = (submission: Submission) => Verdict;

/**
 * Returns a function that validates writes. The rules and the policy are compiled once. The
 * returned function keeps no state, except a cache of decoded objects for contexts with a view.
 */
export function createValidate(rules: readonly Rule[], policy: Policy = defaultPolicy): Validate {
  const runRules = compileRules(rules, policy);
  const findExcess = compileExcess(policy);
  return (submission) => {
    const { served, change, context, excess } = submission;
    if (excess !== undefined) return { findings: [findExcess(submission, excess)], crashes: [], abstained: [] };
    const decodeObject: Decode = context.view === undefined ? decode : decodeOnce;
    const hubChange = toHubChange(served, change, decodeObject);
    if (!hubChange.ok)
      return { findings: hubChange.error.map((finding) => ({ ...finding, mode: "deny" })), crashes: [], abstained: [] };
    const result = runRules(served.gvk.kind, hubChange.value, context);
    const { undecoded } = hubChange.value.operation === "CREATE" ? noStoredObject : hubChange.value;
    return undecoded === undefined ? result : { ...result, undecoded };
  };
}

/** A create has no stored object, so every field of it decodes. */
const noStoredObject: Pick<Verdict, "undecoded"> = {};

type Decode = (served: ServedVersion, object: object) => Decoded;

/**
 * Converts a change. Fails if `object` does not decode. Clients must still be able to update and
 * delete a stored object that does not decode. For such an `oldObject`, the change contains the
 * fields that decode, so that no rule treats the write as if nothing changed.
 */
function toHubChange(
  served: ServedVersion,
  change: Change<unknown>,
  decodeObject: Decode,
): Result<Change<HubByKind[Kind]>, readonly SchemaFinding[]> {
  if (change.operation === "DELETE") {
    const oldObject = decodeObject(served, change.oldObject as object);
    if (oldObject.ok) return ok({ operation: "DELETE", oldObject: oldObject.value });
    const { value, undecoded } = decodePartly(served, change.oldObject, undefined);
    return ok({ operation: "DELETE", oldObject: value, undecoded });
  }
  const object = decodeObject(served, change.object as object);
  if (!object.ok) return object;
  if (change.operation === "CREATE") return ok({ operation: "CREATE", object: object.value });
  const oldObject = decodeObject(served, change.oldObject as object);
  if (oldObject.ok) return ok({ operation: "UPDATE", object: object.value, oldObject: oldObject.value });
  const { value, undecoded } = decodePartly(served, change.oldObject, change.object);
  return ok({ operation: "UPDATE", object: object.value, oldObject: value, undecoded });
}
