import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pick, renderedTogether } from "../../tools/rendered-overlay.ts";
import { type Guard, startGuard } from "./guard.ts";
import type { Registration } from "./registration.ts";
import type { World } from "./world.ts";

/** Who may name a preferredHolder, beside the API server's own election controller. */
export const successionPlanner = "succession-planner";

const components = ["components/every-namespace", "components/plain-renewals", "components/deletions"];

/**
 * This machine has one clock. But client-go compares renewals to the second: of several within one it sees the first, and takes over
 * less than a second too early.
 */
const policy = {
  apiVersion: "lease-guard.dev/v1alpha1",
  kind: "Policy",
  profile: "strict",
  clockSkewAllowance: "1s",
  rules: {
    "lease/preferred-holder-writer-allowed": { parameters: { users: ["system:apiserver", successionPlanner] } },
  },
};

/** Starts our server in profile strict, asked of every write and delete in every namespace, failing closed. */
export function startStrictGuard(world: World): Promise<Guard> {
  const registration = pick<Registration>(renderedTogether(components), "ValidatingWebhookConfiguration");
  return startGuard(world, { flags: strictFlags(world), edit: () => registration });
}

/** The flags that make our server go by profile strict. */
export function strictFlags({ folder }: World): readonly string[] {
  const file = join(folder, "strict.yaml");
  writeFileSync(file, JSON.stringify(policy));
  return ["--policy", file];
}
