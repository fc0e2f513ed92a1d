import { manifestObjects } from "../../src/manifest/objects.ts";
import type { Context } from "../../src/rules/rule.ts";
import { createOf, type Submission } from "../../src/validate/submission.ts";

/** The input of a command that lists Leases. Each listed object becomes a create request. */
export function submissionsOf(list: object, context: Context): readonly Submission[] {
  return manifestObjects(list).objects.map(({ served, object }) => ({ served, change: createOf(object), context }));
}
