import { failureStatus, type GroupVersionKind, type Status, type StatusCause } from "../../core/api/meta.ts";
import { servedVersion } from "../../core/api/served-versions.ts";
import { fieldMessage, shownError } from "../../core/field/error.ts";
import { goQuote } from "../../core/field/go-quote.ts";
import { shorten } from "../../core/field/path.ts";
import { maxJsonBytes } from "../../core/text/byte-length.ts";
import type { RuleId } from "../../rules/rule.ts";
import type { SchemaFinding } from "../../schema/to-field-error.ts";
import { maxCauses, type RuleCrash, type RuleFinding } from "./compile-rules.ts";
import type { ExcessFinding } from "./excess.ts";

/**
 * An error that a rule reports, an error of an object that does not decode, or the error about a
 * write that exceeds a limit.
 */
export type Finding = RuleFinding | (SchemaFinding & { readonly mode: "deny" }) | ExcessFinding;

export const abstainedReason = "other objects of the election are missing";

/**
 * The decision on one submission. If the object does not decode, the findings come from the schema.
 * Otherwise, they come from the rules, in the order of the rule ids.
 */
export interface Verdict {
  readonly findings: readonly Finding[];
  readonly crashes: readonly RuleCrash[];
  /** The relation rules that could not decide, because the view lacks an object that they need. */
  readonly abstained: readonly RuleId[];
  /**
   * The fields of the stored object that do not decode. The rules compared the other fields. If the
   * whole object decodes, or if there is none, the property is absent.
   */
  readonly undecoded?: readonly string[];
}

/** An exception of a rule or of a check. */
export interface Crash {
  readonly origin: string;
  readonly error: unknown;
}

export function crashText({ origin, error }: Crash): string {
  return `${origin} failed and was skipped, which is a bug in lease-guard: ${String(error)}`;
}

/** Returns the findings that deny the write. If this list is empty, the write is allowed. */
export function denials({ findings }: Verdict): readonly Finding[] {
  return findings.filter(({ mode }) => mode === "deny");
}

/** Returns the findings of mode `warn`. The client also gets these warnings for a denied write. */
export function warnings({ findings }: Verdict): readonly Finding[] {
  return findings.filter(({ mode }) => mode === "warn");
}

/**
 * The HTTP status codes of denials. `invalid` means that kube-apiserver itself rejects the object,
 * like `errors.NewInvalid`. `forbidden` means any other denial, like `errors.NewForbidden`.
 */
export const denialCodes = { forbidden: 403, invalid: 422 } as const;

/**
 * Returns the Status of a denial in the form of kube-apiserver. The message of each cause ends with
 * the id of the rule or of the schema finding. `fullName` is the name of the object.
 */
export function toStatus(gvk: GroupVersionKind, fullName: string, findings: readonly Finding[]): Status {
  const { group, kind } = gvk;
  const name = shorten(fullName);
  const invalid = findings.some(isInvalid);
  const { causes, texts } = shownCauses(findings, invalid);
  const list = texts.length === 1 ? texts.join() : `[${texts.join(", ")}]`;
  const rest = findings.length > texts.length ? " and more" : "";
  const status = invalid
    ? failureStatus(denialCodes.invalid, `${kind}.${group} ${goQuote(name)} is invalid: ${list}${rest}`)
    : failureStatus(
        denialCodes.forbidden,
        `${servedVersion(gvk)?.resource ?? kind}.${group} ${goQuote(name)} is forbidden: ${list}${rest}`,
      );
  return { ...status, details: { name, group, kind, causes } };
}

/**
 * The maximum sizes of the causes and of the message of a Status, in bytes of JSON. These limits
 * count only the parts that depend on the findings. Without a limit, a review of 4 kB could cause a
 * response of 1.4 MB. Such a response takes memory until the client has read it, and other clients
 * wait while the server builds it. 52 causes about label keys, whose messages are among the
 * longest, still fit.
 */
const maxCausesBytes: number = 16 * 1024;
const maxMessageBytes: number = 8 * 1024;

interface ShownCauses {
  readonly causes: readonly StatusCause[];
  readonly texts: readonly string[];
}

/**
 * Returns the causes and the messages of the first findings, as many as fit within the total
 * limits. Returns at least one cause and one message if there is a finding.
 */
function shownCauses(findings: readonly Finding[], invalid: boolean): ShownCauses {
  const causes: StatusCause[] = [];
  const texts: string[] = [];
  let bytes = 0;
  for (const finding of findings.slice(0, maxCauses)) {
    const cause = toCause(finding);
    bytes += maxJsonBytes(cause.field) + maxJsonBytes(cause.message);
    if (causes.length > 0 && bytes > maxCausesBytes) break;
    causes.push(cause);
    if (texts.length === 0 || bytes <= maxMessageBytes)
      texts.push(invalid ? fieldMessage(cause) : forbiddenText(finding, cause));
  }
  return { causes, texts };
}

/**
 * Reports whether kube-apiserver itself rejects the object of a finding. Such an object does not
 * decode, or violates a rule of tier api.
 */
export function isInvalid(finding: Finding): boolean {
  return finding.source === "schema" || (finding.source === "rule" && finding.tier === "api");
}

/**
 * Returns the text of a finding for a message that already contains "is forbidden". A finding of
 * type Forbidden about the whole object does not repeat "Forbidden".
 */
function forbiddenText({ field, type, detail, origin }: Finding, cause: StatusCause): string {
  const isRepeated = field.length === 0 && type === "FieldValueForbidden";
  return isRepeated ? `${shorten(detail)} (${origin})` : fieldMessage(cause);
}

function toCause(finding: Finding): StatusCause {
  const { field, message } = shownError(finding);
  return { reason: finding.type, message: `${message} (${finding.origin})`, field };
}
