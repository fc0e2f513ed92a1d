import { isJsonObject, property } from "../../core/api/json-object.ts";
import { withoutByteOrderMark } from "../../core/text/decode-utf8.ts";
import type { Position } from "../../core/text/position.ts";
import type { LocatedDocument } from "../../manifest/read-located-documents.ts";
import { policyFilesIn } from "./policy-files-in.ts";

/**
 * The content of a file, or a value in a ConfigMap in the file. `toOuter` converts positions in
 * this string to positions in the file.
 */
export interface EmbeddedText {
  readonly text: string;
  readonly toOuter: (position: Position) => Position;
}

/**
 * Returns the policy files of a ConfigMap, which are the values whose keys are names of policy
 * files. Returns undefined if the document is not a ConfigMap.
 */
export function configMapFiles(
  { value, locate }: LocatedDocument,
  source: string,
): readonly EmbeddedText[] | undefined {
  if (property(value, "apiVersion") !== "v1" || property(value, "kind") !== "ConfigMap") return undefined;
  const data = property(value, "data");
  if (!isJsonObject(data)) return [];
  return policyFilesIn(Object.entries(data)).flatMap(([name, text]) => {
    if (typeof text !== "string") return [];
    return [
      { text: withoutByteOrderMark(text), toOuter: outerPositions(source, locate(["data", { key: name }]), text) },
    ];
  });
}

/**
 * Returns a function that converts positions in a string of a YAML document to positions in the
 * document. If the string is not a literal block with the same lines, the function always returns
 * the position of the whole string.
 */
function outerPositions(source: string, start: Position, text: string): (position: Position) => Position {
  const lines = source.split(/\r?\n/);
  if (lines[start.line - 1]?.charAt(start.column - 1) !== "|") return () => start;
  const inner = text.split("\n");
  const first = inner.findIndex((line) => line.trim() !== "");
  const indent = lines[start.line + first]?.indexOf(inner[first] ?? "") ?? -1;
  const isCopy = inner.every((line, index) => line === "" || lines[start.line + index]?.slice(indent) === line);
  return first !== -1 && indent >= 0 && isCopy
    ? ({ line, column }) => ({ line: start.line + line, column: column + indent })
    : () => start;
}
