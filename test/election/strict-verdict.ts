import type { Submission } from "../../src/engine/validate/submission.ts";
import { createValidate } from "../../src/engine/validate/validate.ts";
import type { Verdict } from "../../src/engine/validate/verdict.ts";
import { viewOf } from "../../src/engine/validate/view.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";
import type { Change } from "../../src/rules/rule.ts";
import { requireServedVersion } from "../harness/served-version.ts";
import type { ApiObject } from "./api-object.ts";

const strict = createValidate(rules, { ...defaultPolicy, profile: "strict" });

/**
 * Returns the decision of the profile `strict` on a write, with a view of the objects that exist
 * after the write. `stored` contains the objects before the write.
 */
export function strictVerdict({ change, ...submission }: Submission, stored: readonly ApiObject[]): Verdict {
  const objects = storedAfter(change as Change<ApiObject>, stored).map((object) => ({
    served: requireServedVersion(object),
    object,
  }));
  const context = { ...submission.context, view: viewOf(objects, submission.context.now) };
  return strict({ ...submission, change, context });
}

/**
 * Returns the stored objects after a write. Treats the create of an object that exists as an
 * update.
 */
function storedAfter(change: Change<ApiObject>, stored: readonly ApiObject[]): readonly ApiObject[] {
  const key = keyOf(change.operation === "DELETE" ? change.oldObject : change.object);
  const others = stored.filter((each) => keyOf(each) !== key);
  return change.operation === "DELETE" ? others : [...others, change.object];
}

/** Returns a string that is different for each object of an API server. */
export function keyOf({ kind, metadata: { namespace, name } }: ApiObject): string {
  return `${kind}/${namespace}/${name}`;
}

/** The ids of all relation rules. */
export const relationRules: ReadonlySet<string> = new Set(
  rules.flatMap(({ id, isRelation }) => (isRelation ? [id] : [])),
);
