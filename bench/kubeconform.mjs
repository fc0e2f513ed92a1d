import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { goPeer } from "./peers.mjs";

const kubernetes = "v1.36.4";

/** The kinds of objects in the manifests, and the OpenAPI documents that describe them. */
const kinds = [
  ["Lease", "coordination", "apis__coordination.k8s.io__v1", "io.k8s.api.coordination.v1.Lease"],
  ["Deployment", "apps", "apis__apps__v1", "io.k8s.api.apps.v1.Deployment"],
  ["Role", "rbac", "apis__rbac.authorization.k8s.io__v1", "io.k8s.api.rbac.v1.Role"],
  ["RoleBinding", "rbac", "apis__rbac.authorization.k8s.io__v1", "io.k8s.api.rbac.v1.RoleBinding"],
  ["ServiceAccount", "", "api__v1", "io.k8s.api.core.v1.ServiceAccount"],
  ["ConfigMap", "", "api__v1", "io.k8s.api.core.v1.ConfigMap"],
];

/**
 * Returns the program and its arguments except the files. Writes the schemas to `folder`, so that
 * the program downloads no schema while it runs. It skips CustomResourceDefinitions, which have no
 * schema there.
 */
export function kubeconform(folder) {
  const documents = openApiDocuments();
  for (const [kind, group, document, name] of kinds) {
    const { schemas } = JSON.parse(readFileSync(join(documents, `${document}_openapi.json`), "utf8")).components;
    const file = [kind.toLowerCase(), ...(group === "" ? [] : [group]), "v1"].join("-");
    writeFileSync(join(folder, `${file}.json`), JSON.stringify(strict(schemas[name], schemas)));
  }
  const schemas = join(folder, "{{.ResourceKind}}{{.KindSuffix}}.json");
  const skipped = ["-skip", "CustomResourceDefinition"];
  return [
    goPeer("github.com/yannh/kubeconform/cmd", "kubeconform", "v0.8.0"),
    "-strict",
    "-summary",
    ...skipped,
    "-schema-location",
    schemas,
  ];
}

/**
 * Returns the directory with the OpenAPI documents of Kubernetes. kubeconform loads strict schemas
 * that come from them by default.
 */
function openApiDocuments() {
  const { Dir } = JSON.parse(
    execFileSync("go", ["mod", "download", "-json", `k8s.io/kubernetes@${kubernetes}`], { encoding: "utf8" }),
  );
  return join(Dir, "api/openapi-spec/v3");
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
