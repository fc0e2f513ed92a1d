import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "zalando-postgres-operator",
  images: ["zalando/postgres-operator", "acid/postgres-operator"],
  election: { kind: "none" },
  library: "client-go",
  withoutElection: "harm",
  source: {
    repository: "zalando/postgres-operator",
    paths: ["manifests/postgres-operator.yaml", "cmd/main.go"],
    version: "v2.0.1",
  },
  isVerified: true,
};
