import { fluxController } from "../libraries/flux-controller.ts";
import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  ...fluxController("source-controller", "v1.9.1"),
  // Only the leader starts the server of artifacts, whose port the manifest probes.
  leaderProbe: { path: "/", ports: ["http", 9090] },
};
