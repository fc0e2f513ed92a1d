import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "external-dns",
  images: ["external-dns"],
  election: { kind: "none" },
  library: "client-go",
  withoutElection: "harm",
  source: {
    repository: "kubernetes-sigs/external-dns",
    paths: ["main.go", "controller/execute.go"],
    version: "v0.22.0",
  },
  isVerified: true,
};
