import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "ingress-nginx",
  images: ["ingress-nginx/controller"],
  election: {
    kind: "switch",
    default: true,
    switches: [{ flags: ["disable-leader-election"], isNegated: true }],
  },
  library: "client-go",
  leaseDuration: { unit: "go", flags: ["election-ttl"], default: 30 },
  renewDeadline: { unit: "go", flags: ["election-ttl"], factor: 0.5, default: 15 },
  retryPeriod: { unit: "go", flags: ["election-ttl"], factor: 0.25, default: 7.5 },
  lockName: { flags: ["election-id"], default: "ingress-controller-leader" },
  lockNamespace: { env: ["POD_NAMESPACE"], isRequired: true },
  identity: { env: ["POD_NAME"], isRequired: true },
  withoutElection: "safe",
  releases: false,
  source: {
    repository: "kubernetes/ingress-nginx",
    paths: ["internal/ingress/controller/status.go", "internal/k8s/main.go", "pkg/flags/flags.go"],
    version: "controller-v1.15.1",
  },
  isVerified: true,
};
