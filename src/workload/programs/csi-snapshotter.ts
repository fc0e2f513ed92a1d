import { csiSidecar } from "../libraries/csi-sidecar.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "csi-snapshotter",
  images: ["csi-snapshotter"],
  ...csiSidecar,
  shardFlags: ["node-deployment"],
  source: {
    repository: "kubernetes-csi/external-snapshotter",
    paths: ["cmd/csi-snapshotter/main.go"],
    version: "v8.6.0",
  },
  isVerified: true,
};
