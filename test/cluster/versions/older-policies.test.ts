import { firstPolicies, older } from "../harness/release.ts";
import { exportedPolicies } from "../scenarios/exported-policies.ts";

exportedPolicies(older, "Lease");
exportedPolicies({ ...older, featureGates: "CoordinatedLeaderElection=false" }, "LeaseCandidate");
exportedPolicies(firstPolicies, "Lease");
