import { flagSwitch } from "../libraries/flag-switch.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "nginx-ingress",
  images: ["nginx/nginx-ingress", "nginxinc/nginx-ingress", "nginx-ic/nginx-plus-ingress"],
  election: flagSwitch("enable-leader-election", true),
  library: "client-go",
  leaseDuration: { default: 30 },
  renewDeadline: { default: 15 },
  retryPeriod: { default: 7.5 },
  lockName: { flags: ["leader-election-lock-name"], default: "nginx-ingress-leader-election" },
  lockNamespace: { env: ["POD_NAMESPACE"], isRequired: true },
  identity: { env: ["POD_NAME"], isRequired: true },
  withoutElection: "safe",
  releases: false,
  source: {
    repository: "nginx/kubernetes-ingress",
    paths: ["cmd/nginx-ingress/flags.go", "internal/k8s/leader.go", "cmd/nginx-ingress/main.go"],
    version: "v5.5.4",
  },
  isVerified: true,
};
