import { kyvernoController } from "../libraries/kyverno-controller.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "kyverno-admission-controller",
  images: ["kyverno"],
  ...kyvernoController,
  lockName: { default: "kyverno" },
  source: {
    repository: "kyverno/kyverno",
    paths: ["pkg/leaderelection/leaderelection.go", "pkg/config/config.go", "cmd/kyverno/main.go"],
    version: "v1.19.0",
  },
  isVerified: true,
};
