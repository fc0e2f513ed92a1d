import { kaiScheduler } from "../libraries/kai-scheduler.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "kai-binder",
  images: ["kai-scheduler/binder"],
  ...kaiScheduler,
  lockName: { default: "2ad35f9c.kai.scheduler" },
  source: {
    repository: "NVIDIA/KAI-Scheduler",
    paths: ["cmd/binder/app/options.go", "cmd/binder/app/app.go"],
    version: "v0.20.1",
  },
  isVerified: true,
};
