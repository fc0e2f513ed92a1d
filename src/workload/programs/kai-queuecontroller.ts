import { kaiScheduler } from "../libraries/kai-scheduler.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "kai-queuecontroller",
  images: ["kai-scheduler/queuecontroller"],
  ...kaiScheduler,
  lockName: { default: "ov3xj497.kai.scheduler" },
  source: {
    repository: "NVIDIA/KAI-Scheduler",
    paths: ["cmd/queuecontroller/app/options.go", "cmd/queuecontroller/app/app.go"],
    version: "v0.20.1",
  },
  isVerified: true,
};
