import { kaiScheduler } from "../libraries/kai-scheduler.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "kai-operator",
  images: ["kai-scheduler/operator"],
  ...kaiScheduler,
  lockName: { default: "41fce092.run.ai" },
  source: {
    repository: "NVIDIA/KAI-Scheduler",
    paths: ["cmd/operator/config/options.go", "cmd/operator/app/app.go"],
    version: "v0.20.1",
  },
  isVerified: true,
};
