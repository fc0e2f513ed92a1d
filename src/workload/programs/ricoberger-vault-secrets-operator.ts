import { controllerRuntime } from "../libraries/controller-runtime.ts";
import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "ricoberger-vault-secrets-operator",
  images: ["ricoberger/vault-secrets-operator"],
  ...controllerRuntime,
  election: flagSwitch("leader-elect", false, "enable-leader-election"),
  lockName: { default: "vaultsecretsoperator.ricoberger.de" },
  withoutElection: "harm",
  releases: false,
  source: {
    repository: "ricoberger/vault-secrets-operator",
    paths: ["cmd/main.go"],
    version: "v1.28.0",
  },
  isVerified: true,
};
