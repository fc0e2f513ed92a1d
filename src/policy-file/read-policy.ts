import { isJsonObject } from "../api/json-object.ts";
import { errorBody, type FieldError } from "../field/error.ts";
import { type FieldPath, formatPath } from "../field/path.ts";
import { readDocument, type SingleDocument } from "../manifest/read-document.ts";
import type { Policy } from "../policy/policy.ts";
import type { Position } from "../text/position.ts";
import { decodePolicy, isPolicy } from "./decode-policy.ts";
import { policyWarnings } from "./policy-warnings.ts";

/** What is to be said of a place in a policy's text; `field` is "" where it is about the text as a whole. */
export interface PolicyDiagnostic extends Position {
  readonly field: string;
  readonly message: string;
}

/** A policy that can be used. */
export interface ReadablePolicy {
  readonly policy: Policy;
  /** What an operator should know of it at a time: an exemption that has expired does not keep a policy from being used. */
  readonly notes: (now: Date) => readonly PolicyDiagnostic[];
  readonly locate: (field: FieldPath) => Position;
}

/** What keeps a text from being a policy: all of it, in the order of the text. */
export interface RefusedPolicy {
  readonly complaints: readonly PolicyDiagnostic[];
}

/** Reads a policy as YAML or JSON; never throws. */
export function readPolicy(text: string): ReadablePolicy | RefusedPolicy {
  const read = readDocument(text);
  if (!read.ok) return { complaints: [{ ...read.error.position, field: "", message: read.error.message }] };
  const document = read.value;
  const duplicates = document
    .duplicates()
    .map(({ path, position }) => ({ ...position, field: formatPath(path), message: "must not be a duplicate field" }));
  const decoded = decodePolicy(withModes(document.value));
  if (!isPolicy(decoded)) return { complaints: [...duplicates, ...decoded.map((error) => complaint(error, document))].sort(byPlace) };
  if (duplicates.length > 0) return { complaints: duplicates };
  return {
    policy: decoded,
    notes: (now) =>
      policyWarnings(decoded, now)
        .map(({ field, message }) => ({ ...document.locate(field), field: formatPath(field), message }))
        .sort(byPlace),
    locate: document.locate,
  };
}

/** `off` without quotes is false to YAML 1.1, as kubectl reads it. */
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

/** A field that must be, or must not be, has no value to point at. */
function complaint(error: FieldError, { locate, locateKey }: SingleDocument): PolicyDiagnostic {
  const aboutKey = error.type === "FieldValueRequired" || error.type === "FieldValueForbidden";
  const position = aboutKey ? locateKey(error.field) : locate(error.field);
  return { ...position, field: formatPath(error.field), message: errorBody(error) };
}

function byPlace(a: Position, b: Position): number {
  return a.line - b.line || a.column - b.column;
}

/** `policy.yaml:3:1: error: profil: Forbidden: unknown field, did you mean profile?`, as compilers have it. */
export function diagnosticText(file: string, { line, column, field, message }: PolicyDiagnostic, label: "error" | "warning"): string {
  return `${file}:${line}:${column}: ${label}: ${field === "" ? "" : `${field}: `}${message}`;
}
