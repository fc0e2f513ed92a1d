import type { PolicyRemark } from "./read-policy.ts";

/** `policy.yaml:3:1: error: profil: Forbidden: unknown field, did you mean profile?`, as compilers have it. */
export function remarkText(file: string, { line, column, field, message }: PolicyRemark, label: "error" | "warning"): string {
  return `${file}:${line}:${column}: ${label}: ${field === "" ? "" : `${field}: `}${message}`;
}
