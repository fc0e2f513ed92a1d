import { controllerRuntime } from "../libraries/controller-runtime.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "argocd-image-updater",
  images: ["argocd-image-updater"],
  commands: ["run"],
  ...controllerRuntime,
  // Before 1.0, there was no election.
  election: { kind: "switch", switches: [{ flags: ["leader-election"] }] },
  lockName: { default: "c21b75f2.argoproj.io" },
  lockNamespace: { flags: ["leader-election-namespace"] },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "argoproj-labs/argocd-image-updater",
    paths: ["cmd/run.go"],
    version: "v1.3.0",
  },
  isVerified: true,
};
