import { parse } from "yaml";
import { chartFolder, type HelmMajor, helm } from "../harness/helm.ts";
import { type KubernetesObject, readObjects } from "../manifests/base.ts";

/** The values, the namespace, and the chart to render. `set` has the notation of `--set`. */
export interface Rendering {
  readonly set?: readonly string[];
  readonly files?: readonly string[];
  readonly namespace?: string;
  readonly chart?: string;
}

/** The image of `manifests`. The chart requires an image. */
export const baseImage = "--set=image.repository=lease-guard";

/** Returns the objects that `helm install` would create, without the tests of the chart. */
export async function renderedChart(
  major: HelmMajor,
  { set = [], files = [], namespace = "lease-guard", chart = chartFolder }: Rendering = {},
): Promise<readonly KubernetesObject[]> {
  const image = chart === chartFolder && files.length === 0 ? [baseImage] : [];
  const values = [...set.map((each) => `--set=${each}`), ...files.map((file) => `--values=${file}`)];
  const { status, stdout, stderr } = await helm(major, [
    "template",
    "lease-guard",
    chart,
    `--namespace=${namespace}`,
    "--skip-tests",
    ...image,
    ...values,
  ]);
  if (status !== 0) throw new Error(stderr);
  return readObjects(stdout).filter((object) => object !== null);
}

/**
 * Returns objects by kind and name, without the documented differences between the chart and
 * `manifests`. The chart has no Namespace, and the name of its Job contains a hash. Its policy
 * has another order of its fields.
 */
export function comparable(objects: readonly KubernetesObject[]): Readonly<Record<string, unknown>> {
  const kept = objects.filter(({ kind }) => kind !== "Namespace").map(withoutDifferences);
  const entries = kept.map(
    (object) => [`${object.apiVersion} ${object.kind} ${object.metadata.name}`, object] as const,
  );
  if (new Set(entries.map(([key]) => key)).size < entries.length)
    throw new Error("two objects have the same kind and name");
  return Object.fromEntries(entries);
}

function withoutDifferences(object: KubernetesObject): KubernetesObject {
  const { kind, metadata } = object;
  if (kind === "Job") return { ...object, metadata: { ...metadata, name: metadata.name.replace(/-[0-9a-f]{8}$/, "") } };
  if (metadata.name !== "lease-guard-policy") return object;
  const { data } = object as KubernetesObject & { readonly data: Readonly<Record<string, string>> };
  return { ...object, data: { ...data, "policy.yaml": parse(data["policy.yaml"] ?? "") } } as KubernetesObject;
}
