import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "argocd-server",
  images: ["argocd", "argo-cd"],
  commands: ["argocd-server"],
  election: { kind: "none" },
  library: "client-go",
  withoutElection: "safe",
  source: {
    repository: "argoproj/argo-cd",
    paths: ["cmd/argocd-server/commands/argocd_server.go"],
    version: "v3.5.1",
  },
  isVerified: true,
};
