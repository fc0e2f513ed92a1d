import { controllerRuntime } from "../libraries/controller-runtime.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "argocd-applicationset-controller",
  images: ["argocd", "argo-cd"],
  commands: ["argocd-applicationset-controller"],
  ...controllerRuntime,
  election: {
    kind: "switch",
    default: false,
    switches: [{ env: ["ARGOCD_APPLICATIONSET_CONTROLLER_ENABLE_LEADER_ELECTION"], flags: ["enable-leader-election"] }],
  },
  lockName: { default: "58ac56fa.applicationsets.argoproj.io" },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "argoproj/argo-cd",
    paths: ["cmd/argocd-applicationset-controller/commands/applicationset_controller.go"],
    version: "v3.5.1",
  },
  isVerified: true,
};
