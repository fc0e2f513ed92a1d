import { createValidator } from "../library/create-validator.ts";
import { type Finder, mustBeFinder } from "../library/finder.ts";
import { type Allowed, type Denied, type Finding, findingText, type Verdict } from "../library/verdict.ts";

/**
 * The result of a matcher. `message` says why the matcher fails or, if it passes, why its `.not`
 * fails.
 */
interface Match {
  readonly pass: boolean;
  readonly message: () => string;
}

const validator = createValidator();

/** Passes if the write is allowed, with or without warnings. */
export function toBeAdmitted(received: object): Match {
  const verdict = verdictOf(received);
  return match(verdict.allowed, "admitted", verdict);
}

/** Passes if the rule denies the write. If `field` is set, the finding must be about that field. */
export function toBeDeniedBy(received: object, rule: Finder, field?: string): Match {
  mustBeFinder(rule);
  const verdict = verdictOf(received);
  return match(reports(verdict, { mode: "deny", rule, field }), `denied by ${at(rule, field)}`, verdict);
}

/** Passes if the rule warns the client. If `field` is set, the warning must be about that field. */
export function toBeWarnedBy(received: object, rule: Finder, field?: string): Match {
  mustBeFinder(rule);
  const verdict = verdictOf(received);
  return match(reports(verdict, { mode: "warn", rule, field }), `warned by ${at(rule, field)}`, verdict);
}

/**
 * Returns a verdict as it is, and validates an object as a create. If lease-guard does not validate
 * an object, both the matcher and its `.not` fail.
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
  readonly rule: Finder;
  readonly field: string | undefined;
}

function reports({ findings }: Verdict, { mode, rule, field }: FindingPattern): boolean {
  return findings.some((finding) => finding.mode === mode && finding.rule === rule && (field === undefined || finding.field === field));
}

function at(rule: Finder, field: string | undefined): string {
  return field === undefined ? rule : `${rule} at ${field}`;
}

function match(pass: boolean, expected: string, { findings }: Verdict): Match {
  const lines = findings.map(findingText);
  const found = lines.length === 0 ? "there are no findings" : `the findings are:\n  ${lines.join("\n  ")}`;
  return { pass, message: () => `expected ${pass ? "not " : ""}to be ${expected}, but ${found}` };
}
