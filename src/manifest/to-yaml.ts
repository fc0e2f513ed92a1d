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

/** Returns lines of text as YAML comments. */
export function toComments(lines: readonly string[]): string {
  return lines.map((line) => `# ${line}\n`).join("");
}
