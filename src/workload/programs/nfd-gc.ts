import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "nfd-gc",
  images: ["node-feature-discovery"],
  commands: ["nfd-gc"],
  election: { kind: "none" },
  library: "client-go",
  withoutElection: "safe",
  source: {
    repository: "kubernetes-sigs/node-feature-discovery",
    paths: ["cmd/nfd-gc/main.go", "pkg/nfd-gc/nfd-gc.go"],
    version: "v0.19.0",
  },
  isVerified: true,
};
