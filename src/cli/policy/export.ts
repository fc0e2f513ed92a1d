import { join } from "node:path";
import {
  type ChosenVersion,
  type ExportVersion,
  firstStaticVersion,
  firstStaticWithoutGate,
  isBefore,
} from "../../core/api/kubernetes-version.ts";
import { pluralize } from "../../core/text/join-words.ts";
import { checkSubdomain, maxLabelBytes, maxSubdomainBytes } from "../../core/text/names.ts";
import { explainExport } from "../../export/explain-export.ts";
import { exportPolicy } from "../../export/export-policy.ts";
import { deleteOtherFences, fenceSuffix } from "../../export/fence.ts";
import {
  type AdmissionObject,
  bytesOf,
  type ExportOptions,
  longestSuffix,
  mostBytes,
  mostClientBytes,
} from "../../export/objects.ts";
import { type Omission, omissionLine } from "../../export/omission.ts";
import { toManifest } from "../../manifest/to-yaml.ts";
import { sanitize } from "../../report/sanitize.ts";
import { chosenPolicy } from "../../terminal/chosen-policy.ts";
import { UsageError } from "../../terminal/errors.ts";
import { print, printError, printMessage } from "../../terminal/output.ts";
import { packageVersion } from "../../terminal/package.ts";
import { makeDirectory, writeReportFile } from "../../terminal/report-file.ts";
import { exemptUserLines } from "./exempt-users.ts";
import { exportManifest } from "./export-manifest.ts";

export interface ExportPolicyFlags {
  readonly kubernetesVersion: ChosenVersion;
  readonly name: string;
  readonly static?: true;
  readonly relations?: true;
  readonly failClosed?: true;
  readonly split?: true;
  readonly output?: string;
  readonly failOn?: "omitted";
}

/** The directory on a control plane node that the exported configuration names. */
const staticDirectory = "/etc/kubernetes/lease-guard";

/**
 * Writes the ValidatingAdmissionPolicies of a policy, or of the default policy without a path.
 * Returns the exit code. If `failOn` is `omitted` and the export omits a rule or a part of a rule,
 * writes nothing, and the code is 1. Otherwise, the code is 0. Throws a usage error if the flags
 * contradict each other, if the policy is invalid, or if the export has no rule.
 */
export async function exportPolicyFile(path: string | undefined, flags: ExportPolicyFlags): Promise<number> {
  const {
    kubernetesVersion: { version: kubernetesVersion, warning },
    name,
    static: isStatic = false,
    relations: hasRelations = false,
    failClosed: failsClosed = false,
    split: isSplit = false,
    output,
  } = flags;
  if (isStatic && isBefore(kubernetesVersion, firstStaticVersion))
    throw new UsageError(
      `--static: Kubernetes ${kubernetesVersion} does not read policies from its disk: set --kubernetes-version to ${firstStaticVersion} or later`,
    );
  if (isStatic && hasRelations)
    throw new UsageError(
      "--relations: policies on the disk of kube-apiserver cannot read other objects: remove --static",
    );
  if (isStatic && output === undefined) throw new UsageError("--static: set --output to a directory for the files");
  checkName(name, maxSubdomainBytes - longestSuffix.length);
  const policy = await chosenPolicy(path);
  const { fences } = policy;
  if (isStatic && fences.length > 0)
    throw new UsageError(
      "--static: policies on the disk of kube-apiserver cannot read the Leases of fences: remove --static, or fences from the policy",
    );
  // The name is also the value of a label of the objects of a fence.
  for (const fence of fences) checkName(name, Math.min(maxSubdomainBytes - fenceSuffix(fence).length, maxLabelBytes));
  const options: ExportOptions = {
    kubernetesVersion,
    name,
    isStatic,
    hasRelations,
    failsClosed,
    isSplit,
    now: new Date(),
    version: packageVersion(),
  };
  const exported = exportPolicy(policy, options);
  if (warning !== undefined) printMessage(`warning: ${warning}`);
  const { omissions } = exported;
  for (const omission of omissions) printMessage(omissionLine(omission));
  if (flags.failOn === "omitted" && omissions.length > 0) {
    printError(`--fail-on omitted: ${omissionCounts(omissions)}; nothing was written`);
    return 1;
  }
  // An export without objects enforces nothing, and kube-apiserver does not start with a static
  // file that contains no object.
  if (exported.objects.length === 0)
    throw new UsageError("the export has no rule, because each rule is off or omitted; nothing was written");
  if (!isStatic) checkSizes(exported.objects, isSplit);
  const text = exportManifest(exported, sourceOf(path), options);
  if (isStatic) writeStaticFiles(output ?? "", text, kubernetesVersion);
  else if (output === undefined) print(text);
  else writeReportFile(output, text);
  const explained = explainExport(exported.objects, options.version).flatMap((each) =>
    each.rules.map(({ rule }) => rule),
  );
  for (const line of exemptUserLines(explained, policy.administrators)) printMessage(line);
  if (fences.length > 0)
    printMessage(
      `to delete the fences of earlier exports with this name that this policy does not contain: ${deleteOtherFences(fences, name)}`,
    );
  return 0;
}

function checkName(name: string, longest: number): void {
  if (checkSubdomain(name).length > 0 || name.length > longest)
    throw new UsageError(`--name: must be an RFC 1123 subdomain of at most ${longest} characters, such as lease-guard`);
}

/**
 * Throws a usage error if etcd cannot store an object. Prints a message if only a server-side apply
 * can store an object.
 */
function checkSizes(objects: readonly AdmissionObject[], isSplit: boolean): void {
  for (const object of objects) {
    const bytes = bytesOf(object);
    const size = `${object.kind} ${object.metadata.name} has ${Math.ceil(bytes / 1024)} KiB`;
    if (bytes > mostBytes)
      throw new UsageError(
        isSplit
          ? `${size}, and etcd cannot store it: use fewer scopes, or patterns in their matches; nothing was written`
          : `${size}, and etcd cannot store it: set --split, which writes several smaller policies; nothing was written`,
      );
    if (bytes > mostClientBytes)
      printMessage(
        `warning: ${size}, too many for the annotation of kubectl apply: use kubectl apply --server-side${isSplit ? "" : ", or set --split"}`,
      );
  }
}

/** Counts the rules in the omissions. Several omissions can be parts of one rule. */
function omissionCounts(omissions: readonly Omission[]): string {
  const count = (isPartial: boolean): number =>
    new Set(omissions.filter((each) => each.isPartial === isPartial).map(({ rule }) => rule)).size;
  return `${pluralize(count(false), "rule")} not exported, ${pluralize(count(true), "rule")} partly exported`;
}

function sourceOf(path: string | undefined): string {
  if (path === undefined) return "the default policy";
  return path === "-" ? "standard input" : sanitize(path);
}

/**
 * Writes two files to a directory: the policies, and the configuration that makes kube-apiserver
 * read them.
 */
function writeStaticFiles(directory: string, manifest: string, kubernetesVersion: ExportVersion): void {
  makeDirectory(join(directory, "policies"));
  writeReportFile(join(directory, "policies", "lease-guard.yaml"), manifest);
  writeReportFile(join(directory, "admission-configuration.yaml"), staticConfiguration(kubernetesVersion));
}

function staticConfiguration(kubernetesVersion: ExportVersion): string {
  const configuration = {
    apiVersion: "apiserver.config.k8s.io/v1",
    kind: "AdmissionConfiguration",
    plugins: [
      {
        name: "ValidatingAdmissionPolicy",
        configuration: {
          apiVersion: "apiserver.config.k8s.io/v1",
          kind: "ValidatingAdmissionPolicyConfiguration",
          staticManifestsDir: `${staticDirectory}/policies`,
        },
      },
    ],
  };
  const comments = [
    `Copy this file and the directory policies to ${staticDirectory} on every control plane node. Start kube-apiserver with`,
    `--admission-control-config-file=${staticDirectory}/admission-configuration.yaml`,
    ...(isBefore(kubernetesVersion, firstStaticWithoutGate)
      ? [
          `Kubernetes ${firstStaticVersion} also needs the following flag. Since ${firstStaticWithoutGate}, the feature gate is on by default.`,
          "--feature-gates=ManifestBasedAdmissionControlConfig=true",
        ]
      : []),
    "To undo this, remove the flags.",
  ];
  return toManifest(comments, [configuration]);
}
