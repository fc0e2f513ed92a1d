import type { KubernetesRelease } from "../api/kubernetes-release.ts";
import { defaultExport } from "../export/default-export.ts";
import { exportPolicy, omissionLine } from "../export/export-policy.ts";
import { toManifest } from "../manifest/to-yaml.ts";
import type { Policy } from "../policy/policy.ts";

/** The version of lease-guard in the exported objects. */
export interface ExportVersion {
  readonly release: KubernetesRelease;
  readonly version: string;
}

/** Returns the ValidatingAdmissionPolicies of a policy as a manifest. */
export function exportText(policy: Policy, now: Date, { release, version }: ExportVersion): string {
  const { objects, omissions } = exportPolicy(policy, { ...defaultExport, release, version, now });
  return toManifest(omissions.map(omissionLine), objects);
}
