import { failure, type GroupVersionKind, type Status, type StatusCause } from "../api/meta.ts";
import { errorBody, errorText } from "../field/error.ts";
import { goQuote } from "../field/go-quote.ts";
import { formatPath } from "../field/path.ts";
import { shorten } from "../field/shorten.ts";
import type { RuleFault, RuleFinding } from "../rules/run.ts";
import type { SchemaFault } from "../schema/check.ts";

/** A fault of a submission: who found it and what comes of it. */
export type Finding = RuleFinding | (SchemaFault & { readonly mode: "deny" });

/** The judgement on one submission: what the schema found, or else what the rules found in rule-id order. */
export interface Verdict {
  readonly findings: readonly Finding[];
  /** Rules of ours that threw; they abstained. */
  readonly faults: readonly RuleFault[];
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

/** The Status 422 that kube-apiserver's `errors.NewInvalid` makes, but that each cause ends in its rule's id. */
export function toStatus({ group, kind }: GroupVersionKind, fullName: string, findings: readonly Finding[]): Status {
  const name = shorten(fullName);
  const shown = findings.slice(0, maxCauses);
  const texts = shown.map((finding) => `${errorText(finding)} (${finding.origin})`);
  const list = texts.length === 1 ? texts.join() : `[${texts.join(", ")}]`;
  const rest = findings.length > maxCauses ? " and more" : "";
  return {
    ...failure(422, "Invalid", `${kind}.${group} ${goQuote(name)} is invalid: ${list}${rest}`),
    details: { name, group, kind, causes: shown.map(toCause) },
  };
}

function toCause(finding: Finding): StatusCause {
  return { reason: finding.type, message: `${errorBody(finding)} (${finding.origin})`, field: formatPath(finding.field) };
}
