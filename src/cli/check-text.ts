import { reviewBody } from "../admission/review.ts";
import type { ServedVersion } from "../api/served-versions.ts";
import { errorBody } from "../field/error.ts";
import { type FieldPath, formatPath } from "../field/path.ts";
import { isUnreadable, type ManifestDocument } from "../manifest/document.ts";
import { readDocuments } from "../manifest/read-documents.ts";
import { inNamespace, manifestObjects } from "../manifest/submissions.ts";
import type { CheckedFinding, CheckResult, ObjectIdentity } from "../report/result.ts";
import type { Context } from "../rules/rule.ts";
import type { Validate } from "../validate/validate.ts";
import type { Finding } from "../validate/verdict.ts";

/** One input: what it is called in reports, and what is in it. */
export interface Input {
  readonly file: string;
  readonly text: string;
}

/** What an input brings to a run's result. */
export type Checked = Omit<CheckResult, "files">;

/** Judges every Lease and LeaseCandidate of one input as a create, and every AdmissionReview as what it is. */
export function checkText(input: Input, validate: Validate, namespace: string): Checked {
  return merge(
    readDocuments(input.text).map((read) => {
      if (!isUnreadable(read)) return checkDocument(read, { input, validate, namespace });
      return { ...nothing, problems: [{ file: input.file, ...read.position, message: read.message }] };
    }),
  );
}

/** The results of several inputs or documents as one, in their order. */
export function merge(results: readonly Checked[]): Checked {
  return {
    findings: results.flatMap(({ findings }) => findings),
    problems: results.flatMap(({ problems }) => problems),
    objects: results.flatMap(({ objects }) => objects),
    checked: results.reduce((sum, { checked }) => sum + checked, 0),
    skipped: results.reduce((sum, { skipped }) => sum + skipped, 0),
  };
}

const nothing: Checked = { findings: [], problems: [], objects: [], checked: 0, skipped: 0 };

interface Surroundings {
  readonly input: Input;
  readonly validate: Validate;
  readonly namespace: string;
}

function checkDocument(document: ManifestDocument, surroundings: Surroundings): Checked {
  if (typeof document.value !== "object" || Array.isArray(document.value)) {
    return { ...nothing, problems: [{ file: surroundings.input.file, ...document.start, message: "must be an object" }] };
  }
  if (isReview(document.value)) return checkReview(document, surroundings);
  const { objects, skipped } = manifestObjects(document.value);
  const checked = objects.map(({ served, object, path }) => {
    const submitted = inNamespace(object, surroundings.namespace);
    const { findings } = surroundings.validate(served, { operation: "CREATE", object: submitted }, nobody());
    return told(findings, { document, path, file: surroundings.input.file, identity: identityOf(served, submitted) });
  });
  return merge([{ ...nothing, skipped }, ...checked]);
}

/** A manifest does not tell who will apply it. */
function nobody(): Context {
  return { now: new Date(), user: { username: "", groups: [] }, dryRun: false };
}

function isReview(value: unknown): boolean {
  const { kind, apiVersion } = (value ?? {}) as { readonly kind?: unknown; readonly apiVersion?: unknown };
  return kind === "AdmissionReview" && String(apiVersion).startsWith("admission.k8s.io/");
}

/** A review is judged by the very function that answers kube-apiserver. */
function checkReview(document: ManifestDocument, { input: { file }, validate }: Surroundings): Checked {
  const { body, request, verdict } = reviewBody(new TextEncoder().encode(JSON.stringify(document.value)), validate, new Date());
  const refusal = body.kind === "Status" ? body : body.response.status;
  if (refusal?.code === 400) return { ...nothing, problems: [{ file, ...document.start, message: refusal.message }] };
  if (request === undefined || verdict === undefined) return { ...nothing, skipped: 1 };
  const { kind: gvk, namespace, name } = request;
  const identity = { apiVersion: `${gvk.group}/${gvk.version}`, kind: gvk.kind, namespace: namespace ?? "", name: name ?? "" };
  return told(verdict.findings, { document, path: ["request", "object"], file, identity });
}

interface Place {
  readonly document: ManifestDocument;
  readonly path: FieldPath;
  readonly file: string;
  readonly identity: ObjectIdentity;
}

function told(findings: readonly Finding[], { document, path, file, identity }: Place): Checked {
  const object = { object: identity, file, line: document.locate(path).line };
  const tell = (finding: Finding): CheckedFinding => ({
    rule: finding.origin,
    mode: finding.mode,
    type: finding.type,
    field: formatPath(finding.field),
    message: errorBody(finding),
    file,
    ...document.locate([...path, ...finding.field]),
    object: identity,
  });
  return { ...nothing, findings: findings.map(tell), objects: [object], checked: 1 };
}

function identityOf({ gvk }: ServedVersion, object: object): ObjectIdentity {
  const { metadata } = object as { readonly metadata?: { readonly name?: unknown; readonly namespace?: unknown } | null };
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return { apiVersion: `${gvk.group}/${gvk.version}`, kind: gvk.kind, namespace: text(metadata?.namespace), name: text(metadata?.name) };
}
