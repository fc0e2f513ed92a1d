import { mustNotBeDuplicate } from "../../core/api/json-object.ts";
import { fieldMessage, shownError } from "../../core/field/error.ts";
import { type FieldPath, formatPath } from "../../core/field/path.ts";
import { failed, ok, type Result } from "../../core/field/result.ts";
import { comparePositions, locateError, type Place, placeText, textStart } from "../../core/text/position.ts";
import type { Policy } from "../policy.ts";
import { decodePolicies } from "./decode-policy.ts";
import type { PartError, PartField } from "./merge-documents.ts";
import { type FileProblem, type PolicyFile, type PolicyPart, policyParts } from "./policy-parts.ts";
import { policyWarnings } from "./policy-warnings.ts";

/** An error or a warning in a policy file. `field` is "" for the whole file. */
export interface PolicyDiagnostic extends FileProblem {
  readonly field: string;
}

/** The position of a field in the files of a policy, and the path of the field in its file. */
export type PolicyPlace = Place & Pick<PolicyDiagnostic, "field">;

export interface ReadablePolicy {
  readonly policy: Policy;
  readonly files: readonly PolicyFile[];
  /**
   * Returns the warnings about the policy at a time. For example, an expired exemption causes a
   * warning, but the policy stays valid.
   */
  readonly warnings: (now: Date) => readonly PolicyDiagnostic[];
  readonly locate: (field: FieldPath) => PolicyPlace;
  /** Compares positions by the order of the files, then by line and column. */
  readonly inOrder: (a: Place, b: Place) => number;
}

/**
 * Reads a policy in YAML or JSON. The files together form one policy. Returns the policy, or the
 * errors in the order of the files. Never throws.
 */
export function readPolicy(files: readonly PolicyFile[]): Result<ReadablePolicy, readonly PolicyDiagnostic[]> {
  const inOrder = orderOf(files);
  const read = policyParts(files);
  if (!read.ok) return failed(read.error.map((problem) => ({ ...problem, field: "" })).sort(inOrder));
  const parts = read.value;
  const duplicates = parts
    .flatMap((part) => part.duplicates)
    .map(({ path, file, line, column }) => ({
      file,
      line,
      column,
      field: formatPath(path),
      message: mustNotBeDuplicate,
    }));
  const decoded = decodePolicies(parts.map(({ value }) => value));
  if (!decoded.ok)
    return failed([...duplicates, ...decoded.error.map((error) => toDiagnostic(error, parts))].sort(inOrder));
  if (duplicates.length > 0) return failed(duplicates);
  const { policy, partOf } = decoded.value;
  const locate = (field: FieldPath): PolicyPlace => {
    const own = partOf(field);
    return { ...locateIn(parts, own), field: formatPath(own.field) };
  };
  const lineOf = (field: FieldPath) => locate(field).line;
  return ok({
    policy,
    files,
    warnings: (now) =>
      policyWarnings(policy, now)
        .map(({ field, message }) => ({
          ...locate(field),
          message: typeof message === "string" ? message : message(lineOf),
        }))
        .sort(inOrder),
    locate,
    inOrder,
  });
}

function orderOf(files: readonly PolicyFile[]): (a: Place, b: Place) => number {
  const order = new Map(files.map(({ file }, index) => [file, index]));
  return (a, b) => (order.get(a.file) ?? 0) - (order.get(b.file) ?? 0) || comparePositions(a, b);
}

function locateIn(parts: readonly PolicyPart[], { part, field }: PartField): Place {
  return parts[part]?.locate(field) ?? noPlace;
}

const noPlace: Place = { file: "", ...textStart };

/**
 * The maximum size of all files of a policy together: 1 MiB. kube-apiserver does not accept a
 * larger ConfigMap.
 */
export const maxPolicyBytes: number = 2 ** 20;

function toDiagnostic({ part, error, other }: PartError, parts: readonly PolicyPart[]): PolicyDiagnostic {
  const own = parts[part];
  const place = own === undefined ? noPlace : locateError(error, own);
  const detail = other === undefined ? error.detail : `${error.detail} ${placeText(locateIn(parts, other))}`;
  return { ...place, ...shownError({ ...error, detail }) };
}

/**
 * Formats a diagnostic as compilers do, such as `policy.yaml:3:1: error: profil: Forbidden: unknown
 * field, did you mean profile?`.
 */
export function diagnosticText(diagnostic: PolicyDiagnostic, label: "error" | "warning"): string {
  return `${placeText(diagnostic)}: ${label}: ${fieldMessage(diagnostic)}`;
}
