import { Document, isScalar, Scalar, visit } from "yaml";
import { yamlColumns } from "../core/text/yaml-boolean.ts";
import { resolvePlain } from "./yaml/scalar.ts";

/**
 * Matches characters that YAML 1.1 reads as a line break, or rejects, although YAML 1.2 and JSON
 * have them in strings.
 */
const unsafe = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** Returns a Kubernetes object in YAML. Folds long CEL expressions at spaces. */
function toYaml(object: object): string {
  const document = new Document(object, { aliasDuplicateObjects: false });
  visit(document, {
    Scalar(_, scalar) {
      if (typeof scalar.value === "string" && needsQuotes(scalar.value)) scalar.type = Scalar.QUOTE_DOUBLE;
    },
    Pair(_, { key, value }) {
      if (!isScalar(key) || key.value !== "expression" || !isScalar(value)) return;
      const text = String(value.value);
      if (text.length > yamlColumns && text.search(unsafe) === -1) value.type = Scalar.BLOCK_FOLDED;
    },
  });
  const text = document.toString({ lineWidth: yamlColumns });
  return text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/**
 * Reports whether kubectl, which reads YAML 1.1, would read a plain string as another value, such
 * as `on` as a boolean, or `<<` as a merge of two maps.
 */
function needsQuotes(text: string): boolean {
  return resolvePlain(text).type !== "str" || text === "<<" || text.search(unsafe) !== -1;
}

/**
 * Returns a manifest of objects, with comments at its start. No `---` separates the comments from
 * the first object, because kube-apiserver rejects a static file with a document of comments only.
 */
export function toManifest(comments: readonly string[], objects: readonly object[]): string {
  return comments.map((line) => `# ${line}\n`).join("") + objects.map(toYaml).join("---\n");
}
