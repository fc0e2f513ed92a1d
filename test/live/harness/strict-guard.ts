import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pick, renderedTogether } from "../../tools/rendered-overlay.ts";
import { type Guard, startGuard } from "./guard.ts";
import type { Registration } from "./registration.ts";
import type { World } from "./world.ts";

/**
 * A user that the policy allows to set preferredHolder. The only other such user is the API server,
 * because its election controller sets this field.
 */
export const successionPlanner = "succession-planner";

const components = ["components/every-namespace", "components/plain-renewals", "components/deletions"];

/**
 * All clients use the clock of this machine, so a `clockSkewAllowance` of `1s` is enough. A smaller
 * allowance is not enough, because client-go compares renewals by the second. If a holder renews
 * several times within a second, client-go observes only the first renewal and can take over up to
 * a second early.
 */
const policy = {
  apiVersion: "lease-guard.dev/v1alpha1",
  kind: "Policy",
  profile: "strict",
  clockSkewAllowance: "1s",
  rules: {
    "lease/preferred-holder-by-apiserver": { scopes: [{ match: { users: [successionPlanner] }, mode: "off" }] },
    "lease/preferred-holder-writer-allowed": { parameters: { users: ["system:apiserver", successionPlanner] } },
  },
};

/**
 * Starts lease-guard with the profile `strict` and the failure policy Fail. In all namespaces,
 * kube-apiserver sends creates, updates, and deletes to lease-guard, except writes of nodes.
 */
export function startStrictGuard(world: World): Promise<Guard> {
  const registration = pick<Registration>(renderedTogether(components), "ValidatingWebhookConfiguration");
  return startGuard(world, { flags: strictFlags(world), edit: () => registration });
}

/** Writes the policy to a file. Returns the flags that make lease-guard use this policy. */
export function strictFlags({ folder }: World): readonly string[] {
  const file = join(folder, "strict.yaml");
  writeFileSync(file, JSON.stringify(policy));
  return ["--policy", file];
}
