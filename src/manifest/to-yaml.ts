import { Document, isScalar, Scalar, visit } from "yaml";

/** The maximum line width, beyond which YAML output folds a long expression. */
const columns = 120;

/** Returns a Kubernetes object in YAML. Folds long CEL expressions at spaces. */
export function toYaml(object: object): string {
  const document = new Document(object);
  visit(document, {
    Pair(_, { key, value }) {
      if (isScalar(key) && key.value === "expression" && isScalar(value) && String(value.value).length > columns)
        value.type = Scalar.BLOCK_FOLDED;
    },
  });
  return document.toString({ lineWidth: columns });
}

/**
 * Returns a manifest of objects, with comments at its start. No `---` separates them from the first
 * object, because kube-apiserver rejects a static file with a document of comments only.
 */
export function toManifest(comments: readonly string[], objects: readonly object[]): string {
  return comments.map((line) => `# ${line}\n`).join("") + objects.map(toYaml).join("---\n");
}
