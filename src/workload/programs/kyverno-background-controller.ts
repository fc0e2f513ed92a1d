import { kyvernoController } from "../libraries/kyverno-controller.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "kyverno-background-controller",
  images: ["kyverno/background-controller", "kyverno-background-controller"],
  ...kyvernoController,
  lockName: { default: "kyverno-background-controller" },
  source: {
    repository: "kyverno/kyverno",
    paths: ["pkg/leaderelection/leaderelection.go", "pkg/config/config.go", "cmd/background-controller/main.go"],
    version: "v1.19.0",
  },
  isVerified: true,
};
