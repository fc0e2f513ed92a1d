import { certManager } from "../libraries/cert-manager.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "cert-manager-cainjector",
  images: ["cert-manager-cainjector"],
  ...certManager,
  lockName: { default: "cert-manager-cainjector-leader-election" },
  identity: "host-name-uuid",
  withoutElection: "harm",
  releases: true,
  source: {
    repository: "cert-manager/cert-manager",
    paths: [
      "cmd/cainjector/app/controller.go",
      "cmd/cainjector/app/options/options.go",
      "internal/apis/config/shared/v1alpha1/defaults.go",
    ],
    version: "v1.21.1",
  },
  isVerified: true,
};
