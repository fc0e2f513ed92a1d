import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "stakater-reloader",
  images: ["stakater/reloader"],
  election: flagSwitch("enable-ha", false),
  library: "client-go",
  leaseDuration: { default: 15 },
  renewDeadline: { default: 10 },
  retryPeriod: { default: 2 },
  lockName: { default: "stakater-reloader-lock" },
  lockNamespace: { env: ["POD_NAMESPACE"], isRequired: true },
  identity: { env: ["POD_NAME"], isRequired: true },
  withoutElection: "harm",
  releases: true,
  source: {
    repository: "stakater/Reloader",
    paths: [
      "internal/pkg/leadership/leadership.go",
      "internal/pkg/cmd/reloader.go",
      "internal/pkg/constants/constants.go",
      "internal/pkg/util/util.go",
    ],
    version: "v1.4.21",
  },
  isVerified: true,
};
