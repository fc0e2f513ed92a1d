import { csiSidecar } from "../libraries/csi-sidecar.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "csi-resizer",
  images: ["csi-resizer"],
  ...csiSidecar,
  source: {
    repository: "kubernetes-csi/external-resizer",
    paths: ["cmd/csi-resizer/main.go"],
    version: "v2.2.1",
  },
  isVerified: true,
};
