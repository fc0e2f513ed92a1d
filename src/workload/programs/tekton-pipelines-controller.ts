import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "tekton-pipelines-controller",
  images: ["tektoncd/pipeline/cmd/controller", "tektoncd/pipeline/controller-10a3e32792f33651396d02b6855a6e36"],
  election: {
    kind: "switch",
    default: true,
    switches: [{ flags: ["disable-ha"], isNegated: true }],
  },
  library: "client-go",
  // The program reads the durations and the number of Leases from the API server.
  withoutElection: "harm",
  source: {
    repository: "tektoncd/pipeline",
    paths: ["cmd/controller/main.go", "config/controller.yaml"],
    version: "v1.15.0",
  },
  isVerified: true,
};
