import { entryFields, mustNotGrow } from "../shared/metadata-entries.ts";
import type { CelFinding } from "./cel-rule.ts";

/** Returns the CEL findings that correspond to `raisedEntries`. */
export function celRaisedEntries(maximum: number, upTo: number): readonly CelFinding[] {
  return entryFields.map((field) => {
    const sizeIn = (object: string) =>
      `size(${object}.metadata.?${field}.orValue(${field === "labels" ? "{}" : "[]"}))`;
    const size = sizeIn("object");
    return {
      field: `metadata.${field}`,
      detail: mustNotGrow(maximum),
      reports: [
        `${size} > ${maximum}`,
        ...(Number.isFinite(upTo) ? [`${size} <= ${upTo}`] : []),
        `(request.operation == 'CREATE' || ${size} > ${sizeIn("oldObject")})`,
      ].join(" && "),
    };
  });
}
