import { noResult } from "../harness/no-result.ts";
import { firstPolicies, older } from "../harness/release.ts";
import { exportedPolicies, uncomparedRows } from "../scenarios/exported-policies.ts";

exportedPolicies(older, "Lease");
exportedPolicies({ ...older, featureGates: "CoordinatedLeaderElection=false" }, "LeaseCandidate");
// This version does not know the fields of coordinated elections, and accepts any value.
exportedPolicies(firstPolicies, "Lease", { ...uncomparedRows.Lease, [noResult.invalid]: 13 });
