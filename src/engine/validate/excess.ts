import { fieldAt, textAt } from "../../core/api/fields.ts";
import { isJsonObject } from "../../core/api/json-object.ts";
import { type FieldError, forbidden } from "../../core/field/error.ts";
import type { NamedWrite } from "../../policy/match.ts";
import {
  exemptMode,
  type FindingMode,
  findingModes,
  loweredMode,
  type Policy,
  unvalidatedMode,
} from "../../policy/policy.ts";
import { type Context, objectOf } from "../../rules/rule.ts";
import { breakGlassGroup, isAdministrator } from "../../rules/shared/identities.ts";
import { type AppliedExemption, exemptionFrom } from "./compile-rule.ts";
import type { Excess, LimitName, Submission } from "./submission.ts";

export const excessOrigin = "schema/limits";

/** The finding about a write that lease-guard does not validate because it exceeds a limit. */
export interface ExcessFinding extends FieldError, AppliedExemption {
  readonly source: "limit";
  readonly origin: typeof excessOrigin;
  readonly mode: FindingMode;
}

const requirements: Readonly<Record<LimitName, (maximum: number) => string>> = {
  bytes: (maximum) => `must be smaller: lease-guard does not validate a review of more than ${maximum} bytes`,
  values: (maximum) =>
    `must have fewer values: lease-guard does not validate more than ${maximum} values of an object and oldObject`,
  keys: (maximum) =>
    `must have fewer keys: lease-guard does not validate an object with more than ${maximum} keys in one map`,
  depth: (maximum) => `must nest less deeply: lease-guard does not validate more than ${maximum} levels`,
};

const advice = "remove entries of metadata in an update that keeps spec, or delete the object";

export type FindExcess = (submission: Submission, excess: Excess) => ExcessFinding;

/**
 * Returns a function that decides about writes which exceed a limit. The policy sets the mode of
 * the finding. A write that can repair the object is never denied.
 */
export function compileExcess(policy: Policy): FindExcess {
  const { administrators, exemptions } = policy;
  const mode = unvalidatedMode(policy);
  // Most servers never get such a write, and the index of many exemptions takes time.
  let exemptionOf: ReturnType<typeof exemptionFrom> | undefined;
  return ({ change, context }, { limit, maximum, isRepair }) => {
    exemptionOf ??= exemptionFrom(exemptions);
    const applied = exemptions.length === 0 ? {} : exemptionOf(writeOf(change, context), context.now);
    const { user } = context;
    const repairsAlways = isAdministrator(user, administrators) || user.groups.includes(breakGlassGroup);
    const isAllowed = change.operation === "DELETE" || isRepair || repairsAlways;
    return {
      ...forbidden([], `${requirements[limit](maximum)}; ${advice}`),
      ...applied,
      source: "limit",
      origin: excessOrigin,
      mode: applied.exemption !== undefined ? exemptMode : isAllowed && mode === "deny" ? allowedMode : mode,
    };
  };
}

/** The mode of the finding about a write that can repair an object, if other writes are denied. */
const allowedMode: FindingMode = loweredMode;

export function excessModes(policy: Policy): readonly FindingMode[] {
  const mode = unvalidatedMode(policy);
  const possible = [
    mode,
    ...(mode === "deny" ? [allowedMode] : []),
    ...(policy.exemptions.length > 0 ? [exemptMode] : []),
  ];
  return findingModes.filter((each) => possible.includes(each));
}

/** Returns the parts of a write that conditions match, from objects that are not decoded. */
function writeOf(change: Submission["change"], { user }: Context): NamedWrite {
  const labels = fieldAt(change.operation === "CREATE" ? change.object : change.oldObject, "metadata", "labels");
  const entries = Object.entries(isJsonObject(labels) ? labels : {}).map(([key, value]) => [key, String(value)]);
  const [namespace, name] = ["namespace", "name"].map((field) => textAt(objectOf(change), "metadata", field));
  return {
    namespace: namespace ?? "",
    name: name ?? "",
    labels: Object.fromEntries(entries),
    user: user.username,
    groups: user.groups,
  };
}
