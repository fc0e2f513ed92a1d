import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "argocd-repo-server",
  images: ["argocd", "argo-cd"],
  commands: ["argocd-repo-server"],
  election: { kind: "none" },
  library: "client-go",
  withoutElection: "safe",
  source: {
    repository: "argoproj/argo-cd",
    paths: ["cmd/argocd-repo-server/commands/argocd_repo_server.go"],
    version: "v3.5.1",
  },
  isVerified: true,
};
