import { failureStatus, type GroupVersionKind, type Status, type StatusCause } from "../api/meta.ts";
import { servedVersion } from "../api/served-versions.ts";
import { errorBody, errorText } from "../field/error.ts";
import { goQuote } from "../field/go-quote.ts";
import { formatPath, shorten } from "../field/path.ts";
import type { SchemaFinding } from "../schema/to-field-error.ts";
import type { RuleCrash, RuleFinding } from "./compile-rules.ts";

/**
 * An error of a submission, by its source: a rule, or the schema of an object that does not decode.
 */
export type Finding = RuleFinding | (SchemaFinding & { readonly mode: "deny" });

/**
 * The decision on one submission: the findings of the schema, or else those of the rules, in the
 * order of the rule ids.
 */
export interface Verdict {
  readonly findings: readonly Finding[];
  /** Rules that threw, which therefore report nothing. */
  readonly crashes: readonly RuleCrash[];
}

/** Returns the findings that deny the write; without any it is allowed. */
export function denials({ findings }: Verdict): readonly Finding[] {
  return findings.filter(({ mode }) => mode === "deny");
}

/** Returns the findings that warn the client of an allowed write. */
export function warnings({ findings }: Verdict): readonly Finding[] {
  return findings.filter(({ mode }) => mode === "warn");
}

/** The most causes in one response; kubectl prints them all. */
const maxCauses = 100;

/**
 * Builds the Status that kube-apiserver would build, with the rule id at the end of each cause: 422
 * of `errors.NewInvalid` for an object that every API server rejects, otherwise 403 of
 * `errors.NewForbidden`.
 */
export function toStatus(gvk: GroupVersionKind, fullName: string, findings: readonly Finding[]): Status {
  const { group, kind } = gvk;
  const name = shorten(fullName);
  const shown = findings.slice(0, maxCauses);
  const texts = shown.map((finding) => `${errorText(finding)} (${finding.origin})`);
  const list = texts.length === 1 ? texts.join() : `[${texts.join(", ")}]`;
  const rest = findings.length > maxCauses ? " and more" : "";
  const status = findings.some(isInvalid)
    ? failureStatus(422, "Invalid", `${kind}.${group} ${goQuote(name)} is invalid: ${list}${rest}`)
    : failureStatus(403, "Forbidden", `${servedVersion(gvk)?.resource ?? kind}.${group} ${goQuote(name)} is forbidden: ${list}${rest}`);
  return { ...status, details: { name, group, kind, causes: shown.map(toCause) } };
}

/**
 * Reports whether kube-apiserver itself rejects the object: it does not decode, or a rule of tier
 * api denies it.
 */
function isInvalid(finding: Finding): boolean {
  return finding.source === "schema" || finding.tier === "api";
}

function toCause(finding: Finding): StatusCause {
  return { reason: finding.type, message: `${errorBody(finding)} (${finding.origin})`, field: formatPath(finding.field) };
}
