import { older, releaseOf } from "../harness/release.ts";
import { exportedPolicies } from "../scenarios/exported-policies.ts";
import { exportedScopes } from "../scenarios/exported-scopes.ts";

const release = releaseOf(process.env["LEASE_GUARD_KUBERNETES_VERSION"] ?? older.version);

exportedPolicies(release, "Lease");
exportedPolicies({ ...release, featureGates: "CoordinatedLeaderElection=false" }, "LeaseCandidate");
exportedScopes(release);
