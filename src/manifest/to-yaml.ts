import { Document, isScalar, Scalar, visit } from "yaml";
import { yamlColumns } from "../core/text/yaml-boolean.ts";

/** Returns a Kubernetes object in YAML. Folds long CEL expressions at spaces. */
function toYaml(object: object): string {
  const document = new Document(object, { aliasDuplicateObjects: false });
  visit(document, {
    Pair(_, { key, value }) {
      if (isScalar(key) && key.value === "expression" && isScalar(value) && String(value.value).length > yamlColumns)
        value.type = Scalar.BLOCK_FOLDED;
    },
  });
  return document.toString({ lineWidth: yamlColumns });
}

/**
 * Returns a manifest of objects, with comments at its start. No `---` separates the comments from
 * the first object, because kube-apiserver rejects a static file with a document of comments only.
 */
export function toManifest(comments: readonly string[], objects: readonly object[]): string {
  return comments.map((line) => `# ${line}\n`).join("") + objects.map(toYaml).join("---\n");
}
