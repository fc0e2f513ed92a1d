import { csiSidecar } from "../libraries/csi-sidecar.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "csi-attacher",
  images: ["csi-attacher"],
  ...csiSidecar,
  source: {
    repository: "kubernetes-csi/external-attacher",
    paths: ["cmd/csi-attacher/main.go"],
    version: "v4.12.0",
  },
  isVerified: true,
};
