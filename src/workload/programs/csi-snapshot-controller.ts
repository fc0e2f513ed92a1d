import { csiSidecar } from "../libraries/csi-sidecar.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "csi-snapshot-controller",
  images: ["snapshot-controller"],
  ...csiSidecar,
  lockName: { default: "snapshot-controller-leader" },
  source: {
    repository: "kubernetes-csi/external-snapshotter",
    paths: ["cmd/snapshot-controller/main.go"],
    version: "v8.6.0",
  },
  isVerified: true,
};
