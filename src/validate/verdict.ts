import { failureStatus, type GroupVersionKind, type Status, type StatusCause } from "../api/meta.ts";
import { servedVersion } from "../api/served-versions.ts";
import { errorBody, errorText } from "../field/error.ts";
import { goQuote } from "../field/go-quote.ts";
import { formatPath, shorten } from "../field/path.ts";
import type { SchemaFinding } from "../schema/check.ts";
import type { RuleCrash, RuleFinding } from "./compile-rules.ts";

/** A fault of a submission: who found it and what comes of it. */
export type Finding = RuleFinding | (SchemaFinding & { readonly mode: "deny" });

/** The judgement on one submission: what the schema found, or else what the rules found in rule-id order. */
export interface Verdict {
  readonly findings: readonly Finding[];
  /** Rules of ours that threw; they abstained. */
  readonly faults: readonly RuleCrash[];
}

/** The findings that refuse the write: it is allowed when there are none. */
export function denials({ findings }: Verdict): readonly Finding[] {
  return findings.filter(({ mode }) => mode === "deny");
}

/** The findings the client is told of while its write goes through. */
export function warnings({ findings }: Verdict): readonly Finding[] {
  return findings.filter(({ mode }) => mode === "warn");
}

/** Most causes of one answer; kubectl prints them all. */
const maxCauses = 100;

/**
 * The Status that kube-apiserver itself would make, but that each cause ends in its rule's id: 422 of `errors.NewInvalid` where the
 * object is one that no API server takes, otherwise 403 of `errors.NewForbidden`.
 */
export function toStatus(gvk: GroupVersionKind, fullName: string, findings: readonly Finding[]): Status {
  const { group, kind } = gvk;
  const name = shorten(fullName);
  const shown = findings.slice(0, maxCauses);
  const texts = shown.map((finding) => `${errorText(finding)} (${finding.origin})`);
  const list = texts.length === 1 ? texts.join() : `[${texts.join(", ")}]`;
  const rest = findings.length > maxCauses ? " and more" : "";
  const refusal = findings.some(isInvalid)
    ? failureStatus(422, "Invalid", `${kind}.${group} ${goQuote(name)} is invalid: ${list}${rest}`)
    : failureStatus(403, "Forbidden", `${servedVersion(gvk)?.resource ?? kind}.${group} ${goQuote(name)} is forbidden: ${list}${rest}`);
  return { ...refusal, details: { name, group, kind, causes: shown.map(toCause) } };
}

/** True for what does not decode, and what is kube-apiserver's own law. */
function isInvalid(finding: Finding): boolean {
  return !("tier" in finding) || finding.tier === "api";
}

function toCause(finding: Finding): StatusCause {
  return { reason: finding.type, message: `${errorBody(finding)} (${finding.origin})`, field: formatPath(finding.field) };
}
