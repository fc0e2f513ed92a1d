import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "nfd-worker",
  images: ["node-feature-discovery"],
  commands: ["nfd-worker", "nfd-topology-updater"],
  election: { kind: "none" },
  library: "client-go",
  withoutElection: "shard",
  source: {
    repository: "kubernetes-sigs/node-feature-discovery",
    paths: ["cmd/nfd-worker/main.go", "cmd/nfd-topology-updater/main.go"],
    version: "v0.19.0",
  },
  isVerified: true,
};
