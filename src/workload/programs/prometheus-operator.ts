import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "prometheus-operator",
  images: ["prometheus-operator"],
  election: { kind: "none" },
  library: "client-go",
  withoutElection: "harm",
  source: {
    repository: "prometheus-operator/prometheus-operator",
    paths: ["cmd/operator/main.go"],
    version: "v0.93.0",
  },
  isVerified: true,
};
