import { csiSidecar } from "../libraries/csi-sidecar.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "csi-provisioner",
  images: ["csi-provisioner"],
  ...csiSidecar,
  shardFlags: ["node-deployment"],
  source: {
    repository: "kubernetes-csi/external-provisioner",
    paths: ["cmd/csi-provisioner/csi-provisioner.go"],
    version: "v6.3.0",
  },
  isVerified: true,
};
