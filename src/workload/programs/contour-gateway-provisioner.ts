import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "contour-gateway-provisioner",
  images: ["contour"],
  commands: ["gateway-provisioner"],
  ...controllerRuntime,
  election: flagSwitch("enable-leader-election", false),
  lockName: { default: "0d879e31.projectcontour.io" },
  lockNamespace: {
    env: ["CONTOUR_PROVISIONER_NAMESPACE"],
    flags: ["leader-election-namespace"],
    default: "projectcontour",
  },
  withoutElection: "harm",
  releases: true,
  source: {
    repository: "projectcontour/contour",
    paths: ["cmd/contour/gatewayprovisioner.go"],
    version: "v1.33.6",
  },
  isVerified: true,
};
