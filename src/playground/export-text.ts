import type { KubernetesRelease } from "../api/kubernetes-release.ts";
import { exportPolicy, omissionLine } from "../export/export-policy.ts";
import { toComments, toYaml } from "../manifest/to-yaml.ts";
import type { Policy } from "../policy/policy.ts";

/** The version of lease-guard in the exported objects. */
export interface ExportVersion {
  readonly release: KubernetesRelease;
  readonly version: string;
}

/** Returns the ValidatingAdmissionPolicies of a policy as a manifest. */
export function exportText(policy: Policy, now: Date, { release, version }: ExportVersion): string {
  const options = { release, version, now, name: "lease-guard", isStatic: false, hasRelations: false, failsClosed: false };
  const { objects, omissions } = exportPolicy(policy, options);
  return toComments(omissions.map(omissionLine)) + objects.map(toYaml).join("---\n");
}
