import { controllerRuntime } from "../libraries/controller-runtime.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "envoy-gateway",
  images: ["envoyproxy/gateway"],
  commands: ["server"],
  ...controllerRuntime,
  election: {
    kind: "switch",
    default: true,
    switches: [{ keys: ["provider.kubernetes.leaderElection.disable"], isNegated: true }],
  },
  leaseDuration: { unit: "go", keys: ["provider.kubernetes.leaderElection.leaseDuration"], default: 15 },
  renewDeadline: { unit: "go", keys: ["provider.kubernetes.leaderElection.renewDeadline"], default: 10 },
  retryPeriod: { unit: "go", keys: ["provider.kubernetes.leaderElection.retryPeriod"], default: 2 },
  lockName: { default: "5b9825d2.gateway.envoyproxy.io" },
  lockNamespace: { env: ["ENVOY_GATEWAY_NAMESPACE"], default: "envoy-gateway-system" },
  withoutElection: "safe",
  releases: false,
  source: {
    repository: "envoyproxy/gateway",
    paths: [
      "internal/provider/kubernetes/kubernetes.go",
      "api/v1alpha1/envoygateway_helpers.go",
      "internal/envoygateway/config/config.go",
    ],
    version: "v1.9.0",
  },
  isVerified: true,
};
