import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "keda-admission-webhooks",
  images: ["keda-admission-webhooks"],
  election: { kind: "none" },
  library: "client-go",
  withoutElection: "safe",
  source: {
    repository: "kedacore/keda",
    paths: ["cmd/webhooks/main.go"],
    version: "v2.20.2",
  },
  isVerified: true,
};
