import type { KubernetesRelease } from "../api/kubernetes-release.ts";
import { exportPolicy, omissionLine } from "../export/export-policy.ts";
import { toComments, toYaml } from "../manifest/to-yaml.ts";
import type { Policy } from "../policy/policy.ts";

/**
 * The oldest Kubernetes version that evaluates the exported objects, and the version of
 * lease-guard.
 */
export interface ExportVersion {
  readonly release: KubernetesRelease;
  readonly version: string;
}

/**
 * Returns the ValidatingAdmissionPolicies of a policy as a manifest. Comments at its beginning list
 * the rules that the export leaves out.
 */
export function exportText(policy: Policy, now: Date, { release, version }: ExportVersion): string {
  const options = { release, version, now, name: "lease-guard", isStatic: false, hasRelations: false, failsClosed: false };
  const { objects, omissions } = exportPolicy(policy, options);
  return toComments(omissions.map(omissionLine)) + objects.map(toYaml).join("---\n");
}
