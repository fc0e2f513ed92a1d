import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "external-secrets-webhook",
  images: ["external-secrets/external-secrets"],
  commands: ["webhook"],
  library: "client-go",
  election: { kind: "none" },
  withoutElection: "safe",
  source: {
    repository: "external-secrets/external-secrets",
    paths: ["cmd/controller/webhook.go"],
    version: "v2.9.0",
  },
  isVerified: true,
};
