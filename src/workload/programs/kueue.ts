import { componentBaseFile } from "../libraries/component-base.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "kueue",
  images: ["kueue"],
  ...componentBaseFile,
  lockName: { keys: ["leaderElection.resourceName"], default: "c1f6bfd2.kueue.x-k8s.io" },
  identity: "host-name-uuid",
  withoutElection: "harm",
  releases: true,
  source: {
    repository: "kubernetes-sigs/kueue",
    paths: ["pkg/config/config.go", "apis/config/v1beta2/defaults.go"],
    version: "v0.19.2",
  },
  isVerified: true,
};
