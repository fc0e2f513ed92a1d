import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "metrics-server",
  images: ["metrics-server"],
  election: { kind: "none" },
  library: "client-go",
  withoutElection: "safe",
  source: {
    repository: "kubernetes-sigs/metrics-server",
    paths: ["cmd/metrics-server/app/start.go"],
    version: "v0.9.0",
  },
  isVerified: true,
};
