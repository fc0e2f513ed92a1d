import { kaiScheduler } from "../libraries/kai-scheduler.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "kai-podgroupcontroller",
  images: ["kai-scheduler/podgroupcontroller"],
  ...kaiScheduler,
  lockName: { default: "o1x22tjj.kai.scheduler" },
  source: {
    repository: "NVIDIA/KAI-Scheduler",
    paths: ["cmd/podgroupcontroller/app/options.go", "cmd/podgroupcontroller/app/app.go"],
    version: "v0.20.1",
  },
  isVerified: true,
};
