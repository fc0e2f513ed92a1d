import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "hashicorp-vault-secrets-operator",
  images: ["hashicorp/vault-secrets-operator"],
  ...controllerRuntime,
  election: flagSwitch("leader-elect", true),
  lockName: { default: "b0d477c0.hashicorp.com" },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "hashicorp/vault-secrets-operator",
    paths: ["main.go"],
    version: "v1.4.1",
  },
  isVerified: true,
};
