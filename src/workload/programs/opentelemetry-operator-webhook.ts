import type { ElectionProgram } from "../program.ts";

export const program: ElectionProgram = {
  name: "opentelemetry-operator-webhook",
  images: ["opentelemetry-operator"],
  commands: ["webhook-server"],
  election: { kind: "none" },
  library: "client-go",
  withoutElection: "safe",
  source: {
    repository: "open-telemetry/opentelemetry-operator",
    paths: ["cmd/webhook/webhook.go", "internal/operator/setup.go"],
    version: "v0.158.0",
  },
  isVerified: true,
};
