import { kyvernoController } from "../libraries/kyverno-controller.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "kyverno-cleanup-controller",
  images: ["kyverno/cleanup-controller", "kyverno-cleanup-controller"],
  ...kyvernoController,
  lockName: { default: "kyverno-cleanup-controller" },
  source: {
    repository: "kyverno/kyverno",
    paths: ["pkg/leaderelection/leaderelection.go", "pkg/config/config.go", "cmd/cleanup-controller/main.go"],
    version: "v1.19.0",
  },
  isVerified: true,
};
