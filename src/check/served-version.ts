import { defaultKubernetesVersion } from "../core/api/kubernetes-version.ts";
import type { ServedVersion } from "../core/api/served-versions.ts";
import { notServedFinding } from "../engine/validate/not-served-finding.ts";
import { typeFindings } from "../engine/validate/type-findings.ts";
import { readerOrigins } from "../report/reader-origins.ts";
import type { ObjectFinding } from "./object-findings.ts";
import type { CheckSettings } from "./settings.ts";

/**
 * Returns a finding of mode `deny` if the Kubernetes version of the settings does not serve the API
 * version of an object. If the settings have no Kubernetes version, the function checks the default
 * version. The finding then has the default mode of `schema/served-version`, because the cluster
 * can have another version.
 */
export function servedVersionFindings(
  served: ServedVersion,
  { kubernetesVersion }: Pick<CheckSettings, "kubernetesVersion">,
): readonly ObjectFinding[] {
  const finding = notServedFinding(served, kubernetesVersion ?? defaultKubernetesVersion);
  if (finding === undefined) return [];
  return [{ ...finding, mode: kubernetesVersion === undefined ? readerOrigins["schema/served-version"].mode : "deny" }];
}

/**
 * Returns the findings in `apiVersion` and `kind` of a value that is probably a Lease or
 * LeaseCandidate, but that no Kubernetes version serves. The findings deny the value, because no
 * API server accepts it. Returns an empty list for any other value.
 */
export function neverServedFindings(
  value: unknown,
  { kubernetesVersion }: Pick<CheckSettings, "kubernetesVersion">,
): readonly ObjectFinding[] {
  return typeFindings(value, kubernetesVersion).map((finding) => ({ ...finding, mode: "deny" }));
}
