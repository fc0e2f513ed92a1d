import { controllerRuntime } from "../libraries/controller-runtime.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "trivy-operator",
  images: ["trivy-operator"],
  ...controllerRuntime,
  election: { kind: "switch", default: false, switches: [{ env: ["OPERATOR_LEADER_ELECTION_ENABLED"] }] },
  lockName: { env: ["OPERATOR_LEADER_ELECTION_ID"], default: "trivyoperator-lock" },
  lockNamespace: { env: ["OPERATOR_NAMESPACE"], isRequired: true },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "aquasecurity/trivy-operator",
    paths: ["pkg/operator/etc/config.go", "pkg/operator/operator.go"],
    version: "v0.32.0",
  },
  isVerified: true,
};
