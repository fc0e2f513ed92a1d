import { componentBase, componentBaseName, componentBaseNamespace } from "../libraries/component-base.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "kube-controller-manager",
  images: ["kube-controller-manager"],
  ...componentBase,
  election: flagSwitch("leader-elect", true),
  lockName: componentBaseName("kube-controller-manager"),
  lockNamespace: componentBaseNamespace("kube-system"),
  identity: "host-name-uuid",
  withoutElection: "harm",
  source: {
    repository: "kubernetes/kubernetes",
    paths: [
      "cmd/kube-controller-manager/app/options/options.go",
      "cmd/kube-controller-manager/app/controllermanager.go",
    ],
    version: "v1.37.2",
  },
  isVerified: true,
};
