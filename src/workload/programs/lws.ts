import { componentBaseFileAndFlags, componentBaseName } from "../libraries/component-base.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "lws",
  images: ["lws/lws"],
  ...componentBaseFileAndFlags,
  lockName: { keys: ["leaderElection.resourceName"], ...componentBaseName("b8b2488c.x-k8s.io") },
  lockNamespace: "own",
  identity: "host-name-uuid",
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "kubernetes-sigs/lws",
    paths: ["cmd/main.go", "pkg/config/config.go", "api/config/v1alpha1/defaults.go"],
    version: "v0.10.0",
  },
  isVerified: true,
};
