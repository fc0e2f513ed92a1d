import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "argocd-application-controller",
  images: ["argocd", "argo-cd"],
  commands: ["argocd-application-controller"],
  election: { kind: "none" },
  library: "client-go",
  withoutElection: "shard",
  source: {
    repository: "argoproj/argo-cd",
    paths: ["cmd/argocd-application-controller/commands/argocd_application_controller.go"],
    version: "v3.5.1",
  },
  isVerified: true,
};
