import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "rook-ceph-operator",
  images: ["rook/ceph"],
  commands: ["operator"],
  election: { kind: "none" },
  library: "client-go",
  withoutElection: "harm",
  source: {
    repository: "rook/rook",
    paths: ["pkg/operator/ceph/cr_manager.go", "deploy/examples/operator.yaml"],
    version: "v1.20.6",
  },
  isVerified: true,
};
