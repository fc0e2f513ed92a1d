import { type FindingOrigin, isFindingOrigin, mustBeAnOrigin } from "../../engine/validate/finding-origin.ts";
import { createValidator } from "../create-validator.ts";
import { type Allowed, type Denied, type Finding, findingLine, type Verdict } from "../verdict.ts";

/**
 * The result of a matcher. `message` states why the matcher fails. If the matcher passes, `message`
 * states why its `.not` fails.
 */
interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

const validator = createValidator();

/** Passes if the write is allowed, with or without warnings. */
export function toBeAdmitted(received: object): MatcherResult {
  const verdict = verdictOf(received);
  return matcherResult(verdict.allowed, "admitted", verdict);
}

/**
 * Passes if the rule denies the write. If `field` is set, the rule must deny the write because of
 * that field.
 */
export function toBeDeniedBy(received: object, rule: FindingOrigin, field?: string): MatcherResult {
  requireOrigin(rule);
  const verdict = verdictOf(received);
  return matcherResult(reports(verdict, { mode: "deny", rule, field }), `denied by ${at(rule, field)}`, verdict);
}

/** Passes if the rule warns the client. If `field` is set, the rule must warn about that field. */
export function toBeWarnedBy(received: object, rule: FindingOrigin, field?: string): MatcherResult {
  requireOrigin(rule);
  const verdict = verdictOf(received);
  return matcherResult(reports(verdict, { mode: "warn", rule, field }), `warned by ${at(rule, field)}`, verdict);
}

/** Throws a TypeError if no finding can have this id. The message can suggest a similar id. */
function requireOrigin(id: string): void {
  if (!isFindingOrigin(id)) throw new TypeError(`${JSON.stringify(id)} ${mustBeAnOrigin(id)}`);
}

/**
 * Returns a verdict unchanged. Validates any other object as a create. Throws for an object that
 * lease-guard does not validate, so that both the matcher and its `.not` fail.
 */
function verdictOf(received: object): Allowed | Denied {
  const verdict = isVerdict(received) ? received : validator.validate(received);
  if (!verdict.judged) throw new TypeError(verdict.reason);
  return verdict;
}

function isVerdict(received: unknown): received is Verdict {
  return typeof received === "object" && received !== null && "judged" in received;
}

interface FindingPattern {
  readonly mode: Finding["mode"];
  readonly rule: FindingOrigin;
  readonly field: string | undefined;
}

function reports({ findings }: Verdict, { mode, rule, field }: FindingPattern): boolean {
  return findings.some(
    (finding) => finding.mode === mode && finding.rule === rule && (field === undefined || finding.field === field),
  );
}

function at(rule: FindingOrigin, field: string | undefined): string {
  return field === undefined ? rule : `${rule} at ${field}`;
}

function matcherResult(pass: boolean, expected: string, { findings }: Verdict): MatcherResult {
  const lines = findings.map(findingLine);
  const found = lines.length === 0 ? "there are no findings" : `the findings are:\n  ${lines.join("\n  ")}`;
  return { pass, message: () => `expected ${pass ? "not " : ""}to be ${expected}, but ${found}` };
}
