import { componentBase, componentBaseName, componentBaseNamespace } from "../libraries/component-base.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "vpa-updater",
  images: ["vpa-updater"],
  ...componentBase,
  election: flagSwitch("leader-elect", false),
  lockName: componentBaseName("vpa-updater"),
  lockNamespace: componentBaseNamespace("kube-system"),
  identity: "host-name-uuid",
  withoutElection: "harm",
  releases: true,
  source: {
    repository: "kubernetes/autoscaler",
    paths: ["vertical-pod-autoscaler/pkg/updater/main.go"],
    version: "vertical-pod-autoscaler/v1.7.1",
  },
  isVerified: true,
};
