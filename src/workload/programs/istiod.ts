import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "istiod",
  images: ["pilot"],
  election: { kind: "always" },
  library: "client-go",
  leaseDuration: { default: 30 },
  renewDeadline: { default: 15 },
  retryPeriod: { default: 7.5 },
  // Each duty has its own lock.
  lockNamespace: { env: ["POD_NAMESPACE"], default: "istio-system" },
  identity: { env: ["POD_NAME"], isRequired: true },
  withoutElection: "safe",
  releases: true,
  source: {
    repository: "istio/istio",
    paths: ["pilot/pkg/leaderelection/leaderelection.go", "pilot/pkg/bootstrap/options.go"],
    version: "1.30.3",
  },
  isVerified: true,
};
