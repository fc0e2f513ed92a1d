import { isJsonObject } from "../api/json-object.ts";
import { type FieldError, fieldMessage, shownError } from "../field/error.ts";
import { type FieldPath, formatPath } from "../field/path.ts";
import { failed, ok, type Result } from "../field/result.ts";
import type { DocumentProblem } from "../manifest/document.ts";
import { readDocument, type SingleDocument } from "../manifest/read-document.ts";
import type { Policy } from "../policy/policy.ts";
import { comparePositions, type Position, placeText } from "../text/position.ts";
import { decodePolicy } from "./decode-policy.ts";
import { policyWarnings } from "./policy-warnings.ts";

/** An error or a warning in a policy file. `field` is "" for the whole file. */
export interface PolicyDiagnostic extends DocumentProblem {
  readonly field: string;
}

/** A valid policy with the positions of its fields. */
export interface ReadablePolicy {
  readonly policy: Policy;
  /**
   * Returns the warnings about the policy at a time. For example, an expired exemption causes a
   * warning, but the policy stays valid.
   */
  readonly warnings: (now: Date) => readonly PolicyDiagnostic[];
  readonly locate: (field: FieldPath) => Position;
}

/**
 * Reads a policy in YAML or JSON. Returns the policy, or all errors in the order of the file. Never
 * throws.
 */
export function readPolicy(text: string): Result<ReadablePolicy, readonly PolicyDiagnostic[]> {
  const read = readDocument(text);
  if (!read.ok) return failed([{ ...read.error, field: "" }]);
  const document = read.value;
  const duplicates = document
    .duplicates()
    .map(({ path, line, column }) => ({ line, column, field: formatPath(path), message: "must not be a duplicate field" }));
  const decoded = decodePolicy(withModes(document.value));
  if (!decoded.ok) return failed([...duplicates, ...decoded.error.map((error) => locateError(error, document))].sort(comparePositions));
  if (duplicates.length > 0) return failed(duplicates);
  return ok({
    policy: decoded.value,
    warnings: (now) =>
      policyWarnings(decoded.value, now)
        .map(({ field, message }) => ({ ...document.locate(field), field: formatPath(field), message }))
        .sort(comparePositions),
    locate: document.locate,
  });
}

/**
 * The maximum size of a policy file: 1 MiB. kube-apiserver does not accept a larger ConfigMap. The
 * server parses a changed policy between reviews, so a larger policy would delay reviews.
 */
export const maxPolicyBytes: number = 2 ** 20;

/**
 * Replaces each mode `false` with `off`. YAML 1.1 reads `off` without quotes as false, and so does
 * kubectl.
 */
export function withModes(value: unknown): unknown {
  return withField(value, "rules", (rules) =>
    isJsonObject(rules) ? Object.fromEntries(Object.entries(rules).map(([id, rule]) => [id, withScopes(withMode(rule))])) : rules,
  );
}

function withMode(setting: unknown): unknown {
  return withField(setting, "mode", (mode) => (mode === false ? "off" : mode));
}

function withScopes(rule: unknown): unknown {
  return withField(rule, "scopes", (scopes) => (Array.isArray(scopes) ? scopes.map(withMode) : scopes));
}

function withField(value: unknown, name: string, change: (field: unknown) => unknown): unknown {
  return isJsonObject(value) && Object.hasOwn(value, name) ? { ...value, [name]: change(value[name]) } : value;
}

/**
 * Returns the diagnostic for an error. A missing or forbidden field has no wrong value, so the
 * position is that of the key. For a missing field, this is the key of the nearest ancestor.
 */
function locateError(error: FieldError, { locate, locateKey }: SingleDocument): PolicyDiagnostic {
  const aboutKey = error.type === "FieldValueRequired" || error.type === "FieldValueForbidden";
  const position = aboutKey ? locateKey(error.field) : locate(error.field);
  return { ...position, ...shownError(error) };
}

/**
 * Formats a diagnostic as compilers do, such as `policy.yaml:3:1: error: profil: Forbidden: unknown
 * field, did you mean profile?`.
 */
export function diagnosticText(file: string, diagnostic: PolicyDiagnostic, label: "error" | "warning"): string {
  return `${placeText({ file, ...diagnostic })}: ${label}: ${fieldMessage(diagnostic)}`;
}
