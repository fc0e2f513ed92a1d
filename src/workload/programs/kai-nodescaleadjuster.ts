import { kaiScheduler } from "../libraries/kai-scheduler.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "kai-nodescaleadjuster",
  images: ["kai-scheduler/nodescaleadjuster"],
  ...kaiScheduler,
  lockName: { default: "7n7h49uc.kai.scheduler" },
  source: {
    repository: "NVIDIA/KAI-Scheduler",
    paths: ["cmd/nodescaleadjuster/app/options.go", "cmd/nodescaleadjuster/app/app.go"],
    version: "v0.20.1",
  },
  isVerified: true,
};
