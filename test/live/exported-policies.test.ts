import { newest } from "./harness/release.ts";
import { exportedPolicies } from "./scenarios/exported-policies.ts";

exportedPolicies(newest, "Lease");
// Without coordinated elections, kube-apiserver does not write candidates itself.
exportedPolicies({ ...newest, featureGates: "CoordinatedLeaderElection=false" }, "LeaseCandidate");
