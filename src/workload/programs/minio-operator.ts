import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "minio-operator",
  images: ["minio/operator"],
  commands: ["controller"],
  election: { kind: "always" },
  library: "client-go",
  leaseDuration: { default: 60 },
  renewDeadline: { default: 15 },
  retryPeriod: { default: 5 },
  lockName: { default: "minio-operator-lock" },
  lockNamespace: "own",
  identity: "host-name",
  withoutElection: "harm",
  releases: true,
  source: {
    repository: "minio/operator",
    paths: ["pkg/controller/main-controller.go", "pkg/controller/controller.go"],
    version: "v7.1.1",
  },
  isVerified: true,
};
