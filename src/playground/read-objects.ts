import { isStored } from "../core/api/field-validation.ts";
import { isJsonObject } from "../core/api/json-object.ts";
import type { KubernetesVersion } from "../core/api/kubernetes-version.ts";
import { inNamespace, type ManifestObject, manifestObjects } from "../core/api/listed-objects.ts";
import type { ServedVersion } from "../core/api/served-versions.ts";
import { errorText, forbidden } from "../core/field/error.ts";
import type { FieldPath } from "../core/field/path.ts";
import type { Position } from "../core/text/position.ts";
import { unvalidatedText } from "../engine/review/unvalidated.ts";
import { notServedFinding, type TypeFinding, typeFindings } from "../engine/validate/type-findings.ts";
import type { ManifestDocument } from "../manifest/document.ts";
import { readDocuments } from "../manifest/read-documents.ts";
import { type FoundReview, type FoundTime, findKubernetesReview } from "../recording/recorded-review.ts";
import { unknownFields } from "../schema/unknown-fields.ts";
import { type Diagnostic, type Pane, unreadable } from "./playground-input.ts";

export interface TextObject {
  readonly served: ServedVersion;
  readonly object: object;
  readonly locate: (field: FieldPath) => Position;
}

export interface TextReview extends Pick<FoundReview, "review" | keyof FoundTime> {
  readonly locate: (field: FieldPath) => Position;
}

export interface TextObjects {
  readonly objects: readonly TextObject[];
  readonly reviews: readonly TextReview[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Maximum number of objects, reviews, and diagnostics of a pane. The page compares each written
 * object with all others, so the time grows with the square of their number: 2,000 objects would
 * freeze the page for 20 s. A link can contain 30,000.
 */
export const maxEntries = 200;

const tooManyEntries = `must have at most ${maxEntries} objects, and the rest is not read; use lease-guard check for more objects`;

/**
 * Reads the Leases, LeaseCandidates, and AdmissionReviews of a pane, as the kubectl of a Kubernetes
 * version does. Stops after `maxEntries` of them.
 */
export async function readObjects(
  text: string,
  pane: Pane,
  kubernetesVersion: KubernetesVersion,
): Promise<TextObjects> {
  const objects: TextObject[] = [];
  const reviews: TextReview[] = [];
  const diagnostics: Diagnostic[] = [];
  const room = () => maxEntries - objects.length - reviews.length - diagnostics.length;
  for await (const read of readDocuments(text, kubernetesVersion)) {
    if (room() <= 0) {
      diagnostics.push(unreadable(pane, read.ok ? read.value.start : read.error, tooManyEntries));
      break;
    }
    if (!read.ok) {
      diagnostics.push(unreadable(pane, read.error, read.error.message));
      continue;
    }
    const found = findKubernetesReview(read.value.value);
    if (found === undefined) addObjects(read.value, { pane, kubernetesVersion, room }, objects, diagnostics);
    else if (found.ok) reviews.push({ ...found.value, ...inReview(read.value, found.value.path) });
    else diagnostics.push(unreadable(pane, read.value.start, found.error));
  }
  return { objects, reviews, diagnostics };
}

function inReview({ locate }: ManifestDocument, path: FieldPath): Pick<TextReview, "locate"> {
  return { locate: (field) => locate([...path, ...field]) };
}

interface Reading {
  readonly pane: Pane;
  readonly kubernetesVersion: KubernetesVersion;
  /** Returns the number of entries that the pane can still have. */
  readonly room: () => number;
}

function addObjects(
  document: ManifestDocument,
  reading: Reading,
  objects: TextObject[],
  diagnostics: Diagnostic[],
): void {
  const { objects: found, others } = manifestObjects(document.value);
  for (const { served, object, path } of found) {
    if (reading.room() <= 0)
      return void diagnostics.push(unreadable(reading.pane, document.locate(path), tooManyEntries));
    const locate = (field: FieldPath) => document.locate([...path, ...field]);
    const finding = notServedFinding(served, reading.kubernetesVersion);
    if (reading.pane === "object") diagnostics.push(...fieldDiagnostics({ served, object, path }, document, reading));
    if (finding === undefined) objects.push({ served, object: inNamespace(object), locate });
    else diagnostics.push(denial(finding, locate, reading));
  }
  for (const { value, path } of others) {
    if (reading.room() <= 0)
      return void diagnostics.push(unreadable(reading.pane, document.locate(path), tooManyEntries));
    diagnostics.push(...otherValue(value, path, document, reading));
  }
}

/**
 * Returns the diagnostics about unknown and duplicate fields of an object, which `check` also
 * reports. Leaves out the fields that exceed `maxEntries`.
 */
function fieldDiagnostics(
  { served, object, path }: ManifestObject,
  document: ManifestDocument,
  { pane, room }: Reading,
): readonly Diagnostic[] {
  const unknown = isStored(object) ? [] : unknownFields(served.schema, object);
  const found = [
    ...unknown.map((finding) => ({
      ...document.locate([...path, ...finding.field]),
      message: errorText(finding),
      origin: finding.origin,
    })),
    ...document.duplicates(path).map(({ path: field, message, line, column }) => ({
      ...{ line, column, message: errorText(forbidden(field, message)) },
      origin: "schema/duplicate-field",
    })),
  ];
  return found.slice(0, room()).map((each) => ({ ...each, pane, level: "deny" }));
}

/** Returns the errors in a value that is not an object of a served version. */
function otherValue(
  value: unknown,
  path: FieldPath,
  { locate }: ManifestDocument,
  reading: Reading,
): readonly Diagnostic[] {
  const { pane, kubernetesVersion } = reading;
  if (!isJsonObject(value)) return [unreadable(pane, locate(path), "must be an object")];
  const findings = typeFindings(value, kubernetesVersion);
  if (findings.length === 0)
    return [
      {
        ...locate(path),
        pane,
        level: "note",
        message: `${unvalidatedText(value)}, so lease-guard does not validate it`,
      },
    ];
  return findings.map((finding) => denial(finding, (field) => locate([...path, ...field]), reading));
}

/** Returns the diagnostic for an object that kubectl cannot send. */
function denial(finding: TypeFinding, locate: TextObject["locate"], { pane }: Reading): Diagnostic {
  return { ...locate(finding.field), pane, level: "deny", message: errorText(finding), origin: finding.origin };
}
