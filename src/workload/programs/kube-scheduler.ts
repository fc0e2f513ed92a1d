import { componentBaseFileAndFlags, componentBaseName, componentBaseNamespace } from "../libraries/component-base.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "kube-scheduler",
  images: ["kube-scheduler"],
  ...componentBaseFileAndFlags,
  lockName: { keys: ["leaderElection.resourceName"], ...componentBaseName("kube-scheduler") },
  lockNamespace: { keys: ["leaderElection.resourceNamespace"], ...componentBaseNamespace("kube-system") },
  identity: "host-name-uuid",
  withoutElection: "harm",
  releases: true,
  source: {
    repository: "kubernetes/kubernetes",
    paths: ["cmd/kube-scheduler/app/options/options.go", "pkg/scheduler/apis/config/v1/defaults.go"],
    version: "v1.37.2",
  },
  isVerified: true,
};
