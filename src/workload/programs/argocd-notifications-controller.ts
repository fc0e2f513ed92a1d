import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "argocd-notifications-controller",
  images: ["argocd", "argo-cd"],
  commands: ["argocd-notifications"],
  election: { kind: "none" },
  library: "client-go",
  withoutElection: "harm",
  source: {
    repository: "argoproj/argo-cd",
    paths: [
      "cmd/argocd-notification/commands/argocd_notification.go",
      "manifests/base/notification/argocd-notifications-controller-deployment.yaml",
    ],
    version: "v3.5.1",
  },
  isVerified: true,
};
