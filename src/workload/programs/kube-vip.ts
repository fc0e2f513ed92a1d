import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "kube-vip",
  images: ["kube-vip"],
  election: {
    kind: "switch",
    default: false,
    switches: [{ env: ["vip_leaderelection"], flags: ["leaderElection"] }],
  },
  library: "client-go",
  leaseDuration: { unit: "seconds", env: ["vip_leaseduration"], flags: ["leaseDuration"], default: 15 },
  renewDeadline: { unit: "seconds", env: ["vip_renewdeadline"], flags: ["leaseRenewDuration"], default: 10 },
  retryPeriod: { unit: "seconds", env: ["vip_retryperiod"], flags: ["leaseRetry"], default: 2 },
  // The control plane, all services, or each service has a lock.
  identity: "node-name",
  // With BGP or a routing table, all nodes announce an address.
  withoutElection: "safe",
  releases: true,
  source: {
    repository: "kube-vip/kube-vip",
    paths: [
      "cmd/kube-vip.go",
      "pkg/kubevip/config_environment.go",
      "pkg/kubevip/config_envvar.go",
      "pkg/election/election.go",
    ],
    version: "v1.2.3",
  },
  isVerified: true,
};
