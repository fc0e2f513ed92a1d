import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cache } from "./peers.mjs";

const version = "v0.8.0";
const kubernetes = "v1.36.4";

/**
 * Returns the program and its arguments except the files. Writes the schema to `folder`, so that
 * the program downloads no schema while it runs.
 */
export function kubeconform(folder) {
  writeFileSync(join(folder, "lease-coordination-v1.json"), JSON.stringify(leaseSchema()));
  return [program(), "-strict", "-summary", "-schema-location", join(folder, "{{.ResourceKind}}{{.KindSuffix}}.json")];
}

/** Returns the path of the program. Builds the program unless an earlier run has built it. */
function program() {
  const folder = join(cache, `kubeconform-${version}`);
  const file = join(folder, "kubeconform");
  if (!existsSync(file)) {
    const env = { ...process.env, GOBIN: folder };
    execFileSync("go", ["install", `github.com/yannh/kubeconform/cmd/kubeconform@${version}`], {
      env,
      stdio: "inherit",
    });
  }
  return file;
}

/**
 * Builds the schema from the OpenAPI document of Kubernetes, like the strict schemas that
 * kubeconform loads by default.
 */
function leaseSchema() {
  const { Dir } = JSON.parse(
    execFileSync("go", ["mod", "download", "-json", `k8s.io/kubernetes@${kubernetes}`], { encoding: "utf8" }),
  );
  const file = join(Dir, "api/openapi-spec/v3/apis__coordination.k8s.io__v1_openapi.json");
  const { schemas } = JSON.parse(readFileSync(file, "utf8")).components;
  return strict(schemas["io.k8s.api.coordination.v1.Lease"], schemas);
}

/**
 * Returns a schema without references and extensions. The schema rejects unknown fields, and
 * accepts null for optional fields.
 */
function strict(schema, schemas) {
  const { $ref, allOf = [], default: _, ...rest } = schema;
  if ($ref !== undefined) return strict(schemas[$ref.split("/").at(-1)], schemas);
  if (allOf.length === 1) return strict({ ...rest, ...allOf[0] }, schemas);
  const keywords = Object.entries(rest).filter(([keyword]) => !keyword.startsWith("x-"));
  const result = Object.fromEntries(keywords);
  for (const keyword of ["items", "additionalProperties"]) {
    if (keyword in result) result[keyword] = strict(result[keyword], schemas);
  }
  return "properties" in result
    ? { additionalProperties: false, ...result, properties: strictProperties(result, schemas) }
    : result;
}

function strictProperties({ properties, required = [] }, schemas) {
  const entries = Object.entries(properties).map(([name, schema]) => {
    const property = strict(schema, schemas);
    const nullable = !required.includes(name) && typeof property.type === "string";
    return [name, nullable ? { ...property, type: [property.type, "null"] } : property];
  });
  return Object.fromEntries(entries);
}
