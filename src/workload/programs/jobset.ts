import { componentBaseFile } from "../libraries/component-base.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "jobset",
  images: ["jobset"],
  ...componentBaseFile,
  election: {
    kind: "switch",
    default: true,
    switches: [{ keys: ["leaderElection.leaderElect"], flags: ["leader-elect"] }],
  },
  lockName: { keys: ["leaderElection.resourceName"], default: "6d4f6a47.jobset.x-k8s.io" },
  identity: "host-name-uuid",
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "kubernetes-sigs/jobset",
    paths: ["main.go", "pkg/config/config.go", "api/config/v1alpha1/defaults.go"],
    version: "v0.12.0",
  },
  isVerified: true,
};
