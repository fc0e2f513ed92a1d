import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "external-secrets-cert-controller",
  images: ["external-secrets/external-secrets"],
  commands: ["certcontroller"],
  ...controllerRuntime,
  election: flagSwitch("enable-leader-election", false),
  lockName: { default: "crd-certs-controller" },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "external-secrets/external-secrets",
    paths: ["cmd/controller/certcontroller.go"],
    version: "v2.9.0",
  },
  isVerified: true,
};
