import { certManager } from "../libraries/cert-manager.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "cert-manager-controller",
  images: ["cert-manager-controller"],
  ...certManager,
  lockName: { default: "cert-manager-controller" },
  // The suffix of the identity is the same in all replicas.
  identity: "host-name",
  withoutElection: "harm",
  releases: true,
  source: {
    repository: "cert-manager/cert-manager",
    paths: [
      "cmd/controller/app/controller.go",
      "cmd/controller/app/options/options.go",
      "internal/apis/config/shared/v1alpha1/defaults.go",
    ],
    version: "v1.21.1",
  },
  isVerified: true,
};
