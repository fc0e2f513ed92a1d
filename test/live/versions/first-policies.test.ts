import { noResult } from "../harness/no-result.ts";
import { firstPolicies } from "../harness/release.ts";
import { exportedPolicies, uncomparedRows } from "../scenarios/exported-policies.ts";
import { exportedScopes } from "../scenarios/exported-scopes.ts";

// This version does not know the fields of coordinated elections, and accepts any value.
exportedPolicies(firstPolicies, "Lease", { ...uncomparedRows.Lease, [noResult.invalid]: 21 });
exportedScopes(firstPolicies);
