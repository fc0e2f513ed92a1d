import { closestName } from "../../core/text/closest-name.ts";
import { compareTexts } from "../../core/text/compare-texts.ts";
import { UsageError } from "../../terminal/errors.ts";
import { packageFile, packageFiles } from "../../terminal/package.ts";

interface PublishedSchema {
  readonly path: string;
  readonly apiVersion: string;
  readonly kind: string;
}

/** The directory of the self-contained schemas. Each file describes one kind in one version. */
const folder = "schemas/bundled";

/**
 * Returns the path of the schema file of a kind. `name` has a form that kubectl accepts, such as
 * `leases.v1.coordination.k8s.io`. If neither `name` nor `apiVersion` contains a version, returns
 * the schema of the newest version. Throws a usage error for an unknown kind or version.
 */
export function schemaPath(name: string, apiVersion?: string): string {
  const [resource = "", ...suffix] = name.toLowerCase().split(".");
  const named = publishedSchemas().filter(({ kind }) =>
    [kind, `${kind}s`].some((each) => each.toLowerCase() === resource),
  );
  if (named.length === 0) {
    const kinds = publishedKinds();
    const meant = closestName(resource, kinds);
    throw new UsageError(
      `${JSON.stringify(name)} must be a kind: ${meant === undefined ? kinds.join(", ") : `did you mean ${meant}?`}`,
    );
  }
  const found = named.find(
    (schema) => isSuffix(suffix.join("."), schema) && [undefined, schema.apiVersion].includes(apiVersion),
  );
  if (found !== undefined) return found.path;
  const versions = named.map((schema) => schema.apiVersion);
  throw new UsageError(`the version of ${JSON.stringify(name)} must be one of ${versions.join(", ")}`);
}

export function publishedKinds(): readonly string[] {
  return [...new Set(publishedSchemas().map(({ kind }) => kind))];
}

interface KindSchema {
  readonly properties: { readonly apiVersion: { readonly const: string }; readonly kind: { readonly const: string } };
}

/** Lists the schemas, sorted by kind. The newest version of each kind is first. */
function publishedSchemas(): readonly PublishedSchema[] {
  const paths = packageFiles(folder).filter((path) => path.endsWith(".json"));
  const schemas = paths.map((path) => {
    const { properties } = JSON.parse(packageFile(path)) as KindSchema;
    return { path, apiVersion: properties.apiVersion.const, kind: properties.kind.const };
  });
  return schemas.sort((a, b) => compareTexts(a.kind, b.kind) || newestFirst(a, b));
}

/** Compares versions for `sort`, in the order v2, v1, v1beta1, v1alpha2. */
function newestFirst(a: PublishedSchema, b: PublishedSchema): number {
  const sortKey = ({ apiVersion }: PublishedSchema) => apiVersion.replace(/v\d+$/, "~$&");
  return compareTexts(sortKey(b), sortKey(a));
}

/** Reports whether `suffix`, the part of a resource name after the first dot, is valid. */
function isSuffix(suffix: string, { apiVersion }: PublishedSchema): boolean {
  const [group = "", version = ""] = apiVersion.split("/");
  return ["", group, `${version}.${group}`].includes(suffix);
}
