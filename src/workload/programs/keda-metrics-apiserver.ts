import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "keda-metrics-apiserver",
  images: ["keda-metrics-apiserver"],
  election: { kind: "none" },
  library: "client-go",
  withoutElection: "safe",
  source: {
    repository: "kedacore/keda",
    paths: ["cmd/adapter/main.go"],
    version: "v2.20.2",
  },
  isVerified: true,
};
