import {
  type KubernetesVersion,
  kubernetesVersions,
  servedIn,
  servingVersions,
} from "../../core/api/kubernetes-version.ts";
import { apiVersionOf } from "../../core/api/meta.ts";
import type { ServedVersion } from "../../core/api/served-versions.ts";
import { invalid } from "../../core/field/error.ts";
import type { TypeFinding } from "./type-findings.ts";

/**
 * Returns a finding if a Kubernetes version does not serve the API version of an object, and
 * undefined otherwise. `check` also runs the rules for such an object, so that one run reports all
 * errors of a file. The playground and the library return only this finding, because no client can
 * send the write.
 */
export function notServedFinding(served: ServedVersion, wanted: KubernetesVersion): TypeFinding | undefined {
  if (servedIn(served, wanted)) return undefined;
  const { kind } = served.gvk;
  const serving = servingVersions(served);
  const [first, last] = [serving[0], serving.at(-1)];
  const range = first === last ? `${first} serves` : `${first} to ${last} serve`;
  const others = first === undefined ? `Kubernetes before ${kubernetesVersions[0]} serves` : range;
  const detail = `must be a version of ${kind} that Kubernetes ${wanted} serves, not a version that only ${others}`;
  return { ...invalid(["apiVersion"], apiVersionOf(served.gvk), detail), origin: "schema/served-version" };
}
