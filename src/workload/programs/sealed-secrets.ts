import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "sealed-secrets",
  images: ["sealed-secrets-controller"],
  election: { kind: "none" },
  library: "client-go",
  withoutElection: "harm",
  source: {
    repository: "bitnami-labs/sealed-secrets",
    paths: ["cmd/controller/main.go", "pkg/controller/main.go"],
    version: "v0.36.6",
  },
  isVerified: true,
};
