import type { ServedVersion } from "../../api/served-versions.ts";
import { errorBody } from "../../field/error.ts";
import { type FieldPath, formatPath } from "../../field/path.ts";
import { isUnreadable, type ManifestDocument } from "../../manifest/document.ts";
import { inNamespace, manifestObjects } from "../../manifest/objects.ts";
import { readDocuments } from "../../manifest/read-documents.ts";
import type { Place, Problem } from "../../report/report.ts";
import { sourcePlaces } from "../../report/source-excerpt.ts";
import type { Position } from "../../text/position.ts";
import type { Input } from "../shared/inputs.ts";
import { checkObject, type Found } from "./object.ts";
import type { CheckedFinding, CheckedObject, CheckResult, ObjectIdentity } from "./reports/result.ts";
import { checkReview, isKubernetesReview } from "./review.ts";
import type { CheckSettings } from "./settings.ts";

/** A run's result while it grows. */
export interface Tally extends CheckResult {
  readonly findings: CheckedFinding[];
  readonly ignored: CheckedFinding[];
  readonly problems: Problem[];
  readonly objects: CheckedObject[];
  checked: number;
  denied: number;
  skipped: number;
  files: number;
}

export function emptyTally(): Tally {
  return { findings: [], ignored: [], problems: [], objects: [], checked: 0, denied: 0, skipped: 0, files: 0 };
}

/** Judges every Lease and LeaseCandidate of one input, and every AdmissionReview as what it is; adds what comes of it to the tally. */
export async function checkInput(
  { file, text }: Input,
  settings: CheckSettings,
  tally: Tally,
  afterDocument: () => void = () => {},
): Promise<void> {
  tally.files++;
  const place = sourcePlaces(file, text);
  for await (const read of readDocuments(text)) {
    if (isUnreadable(read)) tally.problems.push({ ...place(read.position), message: read.message });
    else checkDocument({ file, document: read, place, tally }, settings);
    afterDocument();
  }
}

interface DocumentRun {
  readonly file: string;
  readonly document: ManifestDocument;
  readonly place: (position: Position) => Place;
  readonly tally: Tally;
}

function checkDocument(opened: DocumentRun, settings: CheckSettings): void {
  const { value, start } = opened.document;
  if (typeof value !== "object" || Array.isArray(value)) refuse(opened, start, "must be an object");
  else if (isKubernetesReview(value)) reportReview(opened, settings);
  else reportObjects(opened, settings);
}

function reportObjects(opened: DocumentRun, settings: CheckSettings): void {
  const { document, tally } = opened;
  const { objects, skipped } = manifestObjects(document.value);
  tally.skipped += skipped;
  for (const { served, object, path } of objects) {
    const submitted = inNamespace(object, settings.namespace);
    const identity = identityOf(served, submitted);
    const judged = checkObject(served, submitted, settings);
    if ("problem" in judged) refuse(opened, document.locate(path), `${identity.kind} ${identity.name}: ${judged.problem}`);
    else tell(opened, { path, identity, ...judged, duplicates: settings.strict ? duplicatesIn(opened, path, identity) : [] });
  }
}

function refuse({ place, tally }: DocumentRun, position: Position, message: string): void {
  tally.problems.push({ ...place(position), message });
}

/** A review is judged by the very function that answers kube-apiserver. */
function reportReview(opened: DocumentRun, settings: CheckSettings): void {
  const { document, tally } = opened;
  const judged = checkReview(document.value, settings);
  if (judged === undefined) tally.skipped++;
  else if ("problem" in judged) refuse(opened, document.start, judged.problem);
  else tell(opened, { path: ["request", "object"], ...judged, duplicates: [] });
}

interface ObjectResult {
  readonly path: FieldPath;
  readonly identity: ObjectIdentity;
  readonly findings: readonly Found[];
  readonly ignored: readonly Found[];
  readonly duplicates: readonly CheckedFinding[];
}

function tell({ file, document, place, tally }: DocumentRun, { path, identity, findings, ignored, duplicates }: ObjectResult): void {
  const told = (finding: Found): CheckedFinding => {
    const { file, line, column, excerpt } = place(document.locate([...path, ...finding.field]));
    return {
      rule: finding.origin,
      mode: finding.mode,
      type: finding.type,
      field: formatPath(finding.field),
      message: errorBody(finding),
      object: identity,
      file,
      line,
      column,
      ...(excerpt && { excerpt }),
    };
  };
  const all = [...findings.map(told), ...duplicates];
  tally.findings.push(...all);
  tally.ignored.push(...ignored.map(told));
  tally.objects.push(checkedObject(identity, file, path.length === 0 ? document.start : () => document.locate(path)));
  tally.checked++;
  if (all.some(({ mode }) => mode === "deny")) tally.denied++;
}

/** A List's items are looked for only when a report asks where they begin. */
function checkedObject(object: ObjectIdentity, file: string, start: Position | (() => Position)): CheckedObject {
  if (typeof start !== "function") return { object, file, ...start };
  return {
    object,
    file,
    get line() {
      return start().line;
    },
    get column() {
      return start().column;
    },
  };
}

/** Of the keys that stand twice in a document, those of one object. */
function duplicatesIn({ document, place }: DocumentRun, path: FieldPath, identity: ObjectIdentity): readonly CheckedFinding[] {
  const inside = document.notes().filter(({ path: noted }) => path.every((step, index) => noted[index] === step));
  return inside.map((note) => ({
    rule: "schema/duplicate-field",
    mode: "deny",
    type: "FieldValueForbidden",
    field: formatPath(note.path.slice(path.length)),
    message: `Forbidden: ${note.message}`,
    object: identity,
    ...place(note.position),
  }));
}

function identityOf({ gvk }: ServedVersion, object: object): ObjectIdentity {
  const { metadata } = object as { readonly metadata?: { readonly name?: unknown; readonly namespace?: unknown } | null };
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return { apiVersion: `${gvk.group}/${gvk.version}`, kind: gvk.kind, namespace: text(metadata?.namespace), name: text(metadata?.name) };
}
