import { kaiScheduler } from "../libraries/kai-scheduler.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "kai-podgrouper",
  images: ["kai-scheduler/podgrouper"],
  ...kaiScheduler,
  lockName: { default: "54dff599.kai.scheduler" },
  source: {
    repository: "NVIDIA/KAI-Scheduler",
    paths: ["cmd/podgrouper/app/options.go", "cmd/podgrouper/app/app.go"],
    version: "v0.20.1",
  },
  isVerified: true,
};
