import { kaiScheduler } from "../libraries/kai-scheduler.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "kai-scheduler",
  images: ["kai-scheduler/scheduler"],
  ...kaiScheduler,
  leaseDuration: { default: 15 },
  renewDeadline: { default: 10 },
  retryPeriod: { default: 5 },
  // The name contains the names of the scheduler and of the node pool.
  lockNamespace: { flags: ["namespace"], default: "kai-scheduler" },
  source: {
    repository: "NVIDIA/KAI-Scheduler",
    paths: ["cmd/scheduler/app/options/options.go", "cmd/scheduler/app/server.go", "pkg/common/constants/constants.go"],
    version: "v0.20.1",
  },
  isVerified: true,
};
