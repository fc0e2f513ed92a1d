import type { ExportedPolicy } from "../../export/export-policy.ts";
import { deleteOtherFences, fenceIn, switchFencesOff } from "../../export/fence.ts";
import { hasKeeper } from "../../export/keeper.ts";
import { type ExportOptions, policySelector } from "../../export/objects.ts";
import { omissionLine } from "../../export/omission.ts";
import { toManifest } from "../../manifest/to-yaml.ts";

const reasonToKeep =
  "the objects with -keeper- in their names. Do not delete them: without them, policies that you apply later read outdated objects until kube-apiserver restarts.";

type ManifestOptions = Pick<ExportOptions, "name" | "kubernetesVersion" | "isStatic" | "version">;

export function exportManifest(
  { objects, omissions }: ExportedPolicy,
  source: string,
  { name, kubernetesVersion, isStatic, version }: ManifestOptions,
): string {
  const hasFences = objects.some((object) => fenceIn(object) !== undefined);
  const off = isStatic
    ? "To switch all of this off, remove this file from the directory. kube-apiserver reads the directory again within a minute."
    : `To switch ${hasFences ? "the rules" : "all of this"} off: kubectl delete validatingadmissionpolicybindings -l ${policySelector}`;
  const comments = [
    `Exported by lease-guard ${version} from ${source}, for Kubernetes ${kubernetesVersion} and later.`,
    off,
    ...(hasFences ? [`To switch the fences off: ${switchFencesOff}`] : []),
    ...(hasFences || isStatic
      ? []
      : [`To delete the fences of earlier exports with this name: ${deleteOtherFences([], name)}`]),
    ...(hasKeeper(objects) ? [`These commands keep ${reasonToKeep}`] : []),
    ...omissions.map(omissionLine),
  ];
  return toManifest(comments, objects);
}
