import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "kube-state-metrics",
  images: ["kube-state-metrics"],
  election: { kind: "none" },
  library: "client-go",
  withoutElection: "shard",
  source: {
    repository: "kubernetes/kube-state-metrics",
    paths: ["main.go", "pkg/options/options.go"],
    version: "v2.20.0",
  },
  isVerified: true,
};
