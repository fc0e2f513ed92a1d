import type { AdmissionResponse, AdmissionReview } from "../core/api/admission.ts";
import type { Kind } from "../core/api/coordination.ts";
import { textAt } from "../core/api/fields.ts";
import type { KubernetesVersion } from "../core/api/kubernetes-version.ts";
import { defaultNamespace, type Status } from "../core/api/meta.ts";
import { resources, servedVersion } from "../core/api/served-versions.ts";
import { errorText, fieldMessage } from "../core/field/error.ts";
import { webhookName } from "../core/text/installed-name.ts";
import {
  objectName,
  objectNamespace,
  toResponse,
  toReview,
  validReview,
  type WrittenObject,
} from "../engine/review/respond.ts";
import { reviewBody } from "../engine/review/review.ts";
import { createValidate, type Validate } from "../engine/validate/validate.ts";
import type { Verdict } from "../engine/validate/verdict.ts";
import { type PolicyDiagnostic, readPolicy } from "../policy/file/read-policy.ts";
import { defaultPolicy, type Policy } from "../policy/policy.ts";
import { reviewTime } from "../recording/recorded-review.ts";
import { rules } from "../rules/index.ts";
import { changeOperations, objectFieldOf } from "../rules/rule.ts";
import type { SchemaOrigin } from "../schema/to-field-error.ts";
import { type AnsweredWrite, kubectlOutput } from "./kubectl-output.ts";
import { type Diagnostic, type PlaygroundInput, unreadable } from "./playground-input.ts";
import { readObjects, type TextObject, type TextReview } from "./read-objects.ts";
import { contextOf, type TextWrite, timeOf, writesOf } from "./writes.ts";

interface PolicyText {
  /** The policy. If the text has an error, the value is undefined. */
  readonly policy: Policy | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Answer {
  /** The kind and the name of the object. For a review, `AdmissionReview` precedes them. */
  readonly title: string;
  readonly isAllowed: boolean;
  readonly reply: AdmissionReview | Status;
  /** The Status that kube-apiserver sends to the client. */
  readonly status: Status | undefined;
}

export interface Evaluation {
  readonly diagnostics: readonly Diagnostic[];
  readonly answers: readonly Answer[];
  /** The commands of kubectl with their output: one for all objects, and one for each review. */
  readonly kubectl: readonly string[];
  /** The relation rules that abstained, because the panes lack an object that the rules need. */
  readonly abstained: readonly string[];
}

interface Written {
  readonly answer: Answer;
  readonly diagnostics: readonly Diagnostic[];
  readonly abstained: readonly string[];
}

/**
 * Evaluates the input of the playground. `current` is the time if the input has no time. The result
 * is empty if the time of the input is invalid, and contains only diagnostics if the policy is
 * invalid.
 */
export async function evaluate(input: PlaygroundInput, current: Date): Promise<Evaluation> {
  const now = timeOf(input, current);
  if (now === undefined) return { ...noEvaluation, diagnostics: [] };
  const chosen = input.now.trim() === "" ? undefined : now;
  const { policy, diagnostics: policyDiagnostics } = readPolicyText(input.policy, now);
  const [written, old, beside] = await Promise.all([
    readObjects(input.object, "object", input.kubernetesVersion),
    input.operation === "UPDATE" ? readObjects(input.oldObject, "oldObject", input.kubernetesVersion) : nothing,
    readObjects(input.beside, "beside", input.kubernetesVersion),
  ]);
  const diagnostics = [...policyDiagnostics, ...written.diagnostics, ...old.diagnostics, ...beside.diagnostics];
  if (policy === undefined) return { ...noEvaluation, diagnostics };
  const validate = createValidate(rules, policy);
  const { writes, diagnostics: unwritten } = writesOf({
    objects: written.objects,
    oldObjects: old.objects,
    beside: beside.objects,
    input,
    context: contextOf(input, now),
  });
  const { operation, kubernetesVersion } = input;
  const answered = writes.map((write) => answerWrite(write, validate));
  const reviewed = written.reviews.map((review) =>
    answerReview(review, validate, reviewTime(review, current, chosen), kubernetesVersion),
  );
  const results: readonly Written[] = [...answered, ...reviewed];
  const ofObjects =
    answered.length === 0
      ? []
      : [
          kubectlOutput(
            operation,
            kubernetesVersion,
            answered.map(({ sent }) => sent),
            written.diagnostics.some(({ origin }) => origin === unknownFieldOrigin),
          ),
        ];
  return {
    diagnostics: [...diagnostics, ...unwritten, ...results.flatMap((result) => result.diagnostics)],
    answers: results.map(({ answer }) => answer),
    kubectl: [...ofObjects, ...reviewed.flatMap(({ kubectl }) => kubectl)],
    abstained: [...new Set(results.flatMap((result) => result.abstained))],
  };
}

const unknownFieldOrigin: SchemaOrigin = "schema/unknown-field";

const noEvaluation: Omit<Evaluation, "diagnostics"> = { answers: [], kubectl: [], abstained: [] };

const nothing: { readonly objects: readonly TextObject[]; readonly diagnostics: readonly Diagnostic[] } = {
  objects: [],
  diagnostics: [],
};

function answerWrite(
  { submission, locate }: TextWrite,
  validate: Validate,
): Written & { readonly sent: AnsweredWrite } {
  const { served, change } = submission;
  const verdict = validate(submission);
  const response = toResponse({ uid: "", kind: served.gvk, ...change }, verdict);
  const sent = sentWrite(served.gvk.kind, change, response);
  return {
    answer: {
      title: `${sent.kind} ${sent.name}`,
      isAllowed: response.allowed,
      reply: toReview("admission.k8s.io/v1", response),
      status: sent.status,
    },
    sent,
    diagnostics: findingsIn(verdict, locate),
    abstained: verdict.abstained,
  };
}

function answerReview(
  { review, locate }: TextReview,
  validate: Validate,
  now: Date,
  kubernetesVersion: KubernetesVersion,
): Written & { readonly kubectl: readonly string[] } {
  const reply = reviewBody(new TextEncoder().encode(JSON.stringify(review)), validate, now);
  const validated = validReview(reply);
  const { request } = reply;
  const operation = changeOperations.find((each) => each === request?.operation);
  const kind = request && servedVersion(request.kind)?.gvk.kind;
  const name = request ? nameOf(request) : "";
  const response = reply.httpStatus === 200 ? reply.body.response : undefined;
  const sent = request && kind && response && sentWrite(kind, request, response);
  return {
    answer: {
      title: `AdmissionReview ${kind ?? ""} ${name}`,
      isAllowed: response?.allowed ?? false,
      reply: reply.body,
      status: sent?.status,
    },
    kubectl: sent && operation ? [kubectlOutput(operation, kubernetesVersion, [sent])] : [],
    diagnostics: validated.ok
      ? findingsIn(validated.value.verdict, (field) => locate(["request", objectFieldOf(operation), ...field]))
      : [unreadable("object", locate([]), validated.error)],
    abstained: [],
  };
}

function sentWrite(kind: Kind, written: WrittenObject, { status, warnings = [] }: AdmissionResponse): AnsweredWrite {
  return {
    kind,
    namespace: objectNamespace(written) || defaultNamespace,
    name: nameOf(written),
    status: status && clientStatus(kind, status),
    warnings,
  };
}

function findingsIn(verdict: Verdict | undefined, locate: TextObject["locate"]): readonly Diagnostic[] {
  return (verdict?.findings ?? []).map((finding) => ({
    ...locate(finding.field),
    pane: "object",
    level: finding.mode,
    message: errorText(finding),
    origin: finding.origin,
  }));
}

/** Returns the name of the written object, or its `generateName` if it has no name yet. */
function nameOf(written: WrittenObject): string {
  return objectName(written) || textAt(written.object, "metadata", "generateName");
}

/**
 * Returns the Status that kube-apiserver sends to the client if the webhook denies a write.
 * kube-apiserver adds the name of the webhook to the message.
 */
export function clientStatus(kind: Kind, status: Status): Status {
  return {
    ...status,
    message: `admission webhook "${webhookName(resources[kind])}" denied the request: ${status.message}`,
  };
}

/** Reads a policy from a string. Returns the default policy for a string without content. */
export function readPolicyText(text: string, now: Date): PolicyText {
  if (text.trim() === "") return { policy: defaultPolicy, diagnostics: [] };
  const read = readPolicy([{ file: "policy.yaml", text }]);
  if (!read.ok) return { policy: undefined, diagnostics: read.error.map((each) => inPolicy(each, "error")) };
  const { policy, warnings } = read.value;
  return { policy, diagnostics: warnings(now).map((each) => inPolicy(each, "warning")) };
}

function inPolicy(diagnostic: PolicyDiagnostic, level: Diagnostic["level"]): Diagnostic {
  const { line, column } = diagnostic;
  return { pane: "policy", line, column, level, message: fieldMessage(diagnostic) };
}
