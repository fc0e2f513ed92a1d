import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "mariadb-operator-webhook",
  images: ["mariadb-operator"],
  commands: ["webhook"],
  election: { kind: "none" },
  library: "client-go",
  withoutElection: "safe",
  source: {
    repository: "mariadb-operator/mariadb-operator",
    paths: ["cmd/controller/webhook.go"],
    version: "v26.6.0",
  },
  isVerified: true,
};
