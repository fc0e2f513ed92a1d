import { componentBase, componentBaseName, componentBaseNamespace } from "../libraries/component-base.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "cloud-controller-manager",
  images: ["cloud-controller-manager"],
  ...componentBase,
  election: flagSwitch("leader-elect", true),
  lockName: componentBaseName("cloud-controller-manager"),
  lockNamespace: componentBaseNamespace("kube-system"),
  identity: "host-name-uuid",
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "kubernetes/cloud-provider",
    paths: ["options/options.go", "app/controllermanager.go"],
    version: "v0.36.2",
  },
  isVerified: true,
};
