import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "argo-workflows",
  images: ["workflow-controller"],
  election: { kind: "switch", default: true, switches: [{ env: ["LEADER_ELECTION_DISABLE"], isNegated: true }] },
  library: "client-go",
  leaseDuration: { unit: "go", env: ["LEADER_ELECTION_LEASE_DURATION"], default: 15 },
  renewDeadline: { unit: "go", env: ["LEADER_ELECTION_RENEW_DEADLINE"], default: 10 },
  retryPeriod: { unit: "go", env: ["LEADER_ELECTION_RETRY_PERIOD"], default: 5 },
  // The name depends on instanceID, which the program reads from the API server.
  lockNamespace: { flags: ["namespace"] },
  identity: { env: ["LEADER_ELECTION_IDENTITY"], isRequired: true },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "argoproj/argo-workflows",
    paths: ["cmd/workflow-controller/main.go", "util/env/env.go"],
    version: "v4.1.2",
  },
  isVerified: true,
};
