import type { KubernetesVersion } from "../core/api/kubernetes-version.ts";
import { defaultExport } from "../export/default-export.ts";
import { exportPolicy } from "../export/export-policy.ts";
import { omissionLine } from "../export/omission.ts";
import { toManifest } from "../manifest/to-yaml.ts";
import type { Policy } from "../policy/policy.ts";

/**
 * The oldest Kubernetes version that evaluates the exported objects, and the version of
 * lease-guard.
 */
export interface ExportVersions {
  readonly kubernetesVersion: KubernetesVersion;
  readonly version: string;
}

/** Returns the ValidatingAdmissionPolicies of a policy as a manifest. */
export function exportText(policy: Policy, now: Date, { kubernetesVersion, version }: ExportVersions): string {
  const { objects, omissions } = exportPolicy(policy, { ...defaultExport, kubernetesVersion, version, now });
  return toManifest(omissions.map(omissionLine), objects);
}
