import { kyvernoController } from "../libraries/kyverno-controller.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "kyverno-reports-controller",
  images: ["kyverno/reports-controller", "kyverno-reports-controller"],
  ...kyvernoController,
  lockName: { default: "kyverno-reports-controller" },
  source: {
    repository: "kyverno/kyverno",
    paths: ["pkg/leaderelection/leaderelection.go", "pkg/config/config.go", "cmd/reports-controller/main.go"],
    version: "v1.19.0",
  },
  isVerified: true,
};
