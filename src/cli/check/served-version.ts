import { defaultRelease, kubernetesReleases, servedIn, servedReleases } from "../../api/kubernetes-release.ts";
import { apiVersionOf } from "../../api/meta.ts";
import type { ServedVersion } from "../../api/served-versions.ts";
import { invalid } from "../../field/error.ts";
import { typeFindings } from "../../validate/type-findings.ts";
import type { ObjectFinding } from "./object-findings.ts";
import { readerOrigins } from "./reports/reader-origins.ts";
import type { CheckSettings } from "./settings.ts";

/**
 * Returns a finding if the Kubernetes version of the settings does not serve the API version of an
 * object. The finding denies the object. If the settings have no Kubernetes version, the function
 * checks the default version. The finding then has the default mode of `schema/served-version`,
 * because the cluster can have another version.
 */
export function servedVersionFindings(served: ServedVersion, { release }: Pick<CheckSettings, "release">): readonly ObjectFinding[] {
  const wanted = release ?? defaultRelease;
  if (servedIn(served, wanted)) return [];
  const { kind } = served.gvk;
  const releases = servedReleases(served);
  const [first, last] = [releases[0], releases.at(-1)];
  const by = first === undefined ? `releases before ${kubernetesReleases[0]}` : first === last ? first : `${first} to ${last}`;
  const detail = `must be a version of ${kind} that Kubernetes ${wanted} serves, not one only of ${by}`;
  const origin = "schema/served-version";
  const mode = release === undefined ? readerOrigins[origin].mode : "deny";
  return [{ ...invalid(["apiVersion"], apiVersionOf(served.gvk), detail), origin, mode }];
}

/**
 * Returns the findings in `apiVersion` and `kind` of a value that no Kubernetes version serves. The
 * findings deny the value, because no API server accepts it.
 */
export function neverServedFindings(value: unknown, { release }: Pick<CheckSettings, "release">): readonly ObjectFinding[] {
  return typeFindings(value, release).map((finding) => ({ ...finding, mode: "deny" }));
}
