import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "cloudnative-pg",
  images: ["cloudnative-pg"],
  commands: ["controller"],
  ...controllerRuntime,
  election: flagSwitch("leader-elect", false, "enable-leader-election"),
  leaseDuration: { unit: "seconds", flags: ["leader-lease-duration"], default: 15 },
  renewDeadline: { unit: "seconds", flags: ["leader-renew-deadline"], default: 10 },
  lockName: { default: "db9c8771.cnpg.io" },
  withoutElection: "harm",
  releases: true,
  source: {
    repository: "cloudnative-pg/cloudnative-pg",
    paths: ["internal/cmd/manager/controller/cmd.go", "internal/cmd/manager/controller/controller.go"],
    version: "v1.30.0",
  },
  isVerified: true,
};
