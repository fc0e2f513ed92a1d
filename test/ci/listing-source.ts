import { manifestObjects } from "../../src/core/api/listed-objects.ts";
import { createOf, type Submission } from "../../src/engine/validate/submission.ts";
import type { Context } from "../../src/rules/rule.ts";

/** Returns a create request for each Lease and LeaseCandidate in a Kubernetes list. */
export function submissionsOf(list: object, context: Context): readonly Submission[] {
  return manifestObjects(list).objects.map(({ served, object }) => ({ served, change: createOf(object), context }));
}
