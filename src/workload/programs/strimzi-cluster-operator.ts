import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "strimzi-cluster-operator",
  images: ["strimzi/operator"],
  commands: ["cluster_operator_run.sh"],
  election: { kind: "switch", default: false, switches: [{ env: ["STRIMZI_LEADER_ELECTION_ENABLED"] }] },
  library: "fabric8",
  leaseDuration: { unit: "milliseconds", env: ["STRIMZI_LEADER_ELECTION_LEASE_DURATION_MS"], default: 15 },
  renewDeadline: { unit: "milliseconds", env: ["STRIMZI_LEADER_ELECTION_RENEW_DEADLINE_MS"], default: 10 },
  retryPeriod: { unit: "milliseconds", env: ["STRIMZI_LEADER_ELECTION_RETRY_PERIOD_MS"], default: 2 },
  lockName: { env: ["STRIMZI_LEADER_ELECTION_LEASE_NAME"], isRequired: true },
  lockNamespace: { env: ["STRIMZI_LEADER_ELECTION_LEASE_NAMESPACE"], isRequired: true },
  identity: { env: ["STRIMZI_LEADER_ELECTION_IDENTITY"], isRequired: true },
  withoutElection: "harm",
  releases: true,
  source: {
    repository: "strimzi/strimzi-kafka-operator",
    paths: [
      "cluster-operator/src/main/java/io/strimzi/operator/cluster/ClusterOperatorConfig.java",
      "cluster-operator/src/main/java/io/strimzi/operator/cluster/leaderelection/LeaderElectionManagerConfig.java",
      "cluster-operator/src/main/java/io/strimzi/operator/cluster/leaderelection/LeaderElectionManager.java",
    ],
    version: "1.2.0",
  },
  isVerified: true,
};
