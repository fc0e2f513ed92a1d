import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "prometheus-adapter",
  images: ["prometheus-adapter"],
  election: { kind: "none" },
  library: "client-go",
  withoutElection: "safe",
  source: {
    repository: "kubernetes-sigs/prometheus-adapter",
    paths: ["cmd/adapter/adapter.go"],
    version: "v0.12.0",
  },
  isVerified: true,
};
