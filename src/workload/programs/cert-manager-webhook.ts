import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "cert-manager-webhook",
  images: ["cert-manager-webhook"],
  election: { kind: "none" },
  library: "client-go",
  withoutElection: "safe",
  source: {
    repository: "cert-manager/cert-manager",
    paths: ["pkg/webhook/server/server.go"],
    version: "v1.21.1",
  },
  isVerified: true,
};
