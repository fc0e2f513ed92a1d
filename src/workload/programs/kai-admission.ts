import { kaiScheduler } from "../libraries/kai-scheduler.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "kai-admission",
  images: ["kai-scheduler/admission"],
  ...kaiScheduler,
  lockName: { default: "ojptxr84.kai.scheduler" },
  // The webhooks of all replicas answer.
  withoutElection: "safe",
  source: {
    repository: "NVIDIA/KAI-Scheduler",
    paths: ["cmd/admission/app/options.go", "cmd/admission/app/app.go"],
    version: "v0.20.1",
  },
  isVerified: true,
};
