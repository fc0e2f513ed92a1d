import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "vpa-admission-controller",
  images: ["vpa-admission-controller"],
  election: { kind: "none" },
  library: "client-go",
  withoutElection: "safe",
  source: {
    repository: "kubernetes/autoscaler",
    paths: ["vertical-pod-autoscaler/pkg/admission-controller/main.go"],
    version: "vertical-pod-autoscaler/v1.7.1",
  },
  isVerified: true,
};
