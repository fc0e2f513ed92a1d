import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "velero",
  images: ["velero/velero"],
  commands: ["server"],
  election: { kind: "none" },
  library: "client-go",
  withoutElection: "harm",
  source: {
    repository: "velero-io/velero",
    paths: ["pkg/cmd/server/server.go"],
    version: "v1.18.2",
  },
  isVerified: true,
};
