import { createValidator } from "../library/create-validator.ts";
import { type Finder, mustBeFinder } from "../library/finder.ts";
import type { Allowed, Denied, Finding, Verdict } from "../library/verdict.ts";

/** What a matcher tells vitest: `message` is why it fails, with `pass` why its `.not` does. */
interface Match {
  readonly pass: boolean;
  readonly message: () => string;
}

const validator = createValidator();

/** Passes where the write goes through, with warnings too. */
export function toBeAdmitted(received: object): Match {
  const verdict = judge(received);
  return match(verdict.allowed, "admitted", verdict);
}

/** Passes where the rule refuses the write: for this field, if one is given. */
export function toBeDeniedBy(received: object, rule: Finder, field?: string): Match {
  mustBeFinder(rule);
  const verdict = judge(received);
  return match(speaks(verdict, { mode: "deny", rule, field }), `denied by ${at(rule, field)}`, verdict);
}

/** Passes where the rule warns the client: of this field, if one is given. */
export function toBeWarnedBy(received: object, rule: Finder, field?: string): Match {
  mustBeFinder(rule);
  const verdict = judge(received);
  return match(speaks(verdict, { mode: "warn", rule, field }), `warned by ${at(rule, field)}`, verdict);
}

/** The verdict itself, or that on an object as a create. What is not judged is neither admitted nor denied: it fails `.not` too. */
function judge(received: object): Allowed | Denied {
  const verdict = isVerdict(received) ? received : validator.validate(received);
  if (!verdict.judged) throw new TypeError(verdict.reason);
  return verdict;
}

function isVerdict(received: unknown): received is Verdict {
  return typeof received === "object" && received !== null && "judged" in received;
}

interface Sought {
  readonly mode: Finding["mode"];
  readonly rule: Finder;
  readonly field: string | undefined;
}

function speaks({ findings }: Verdict, { mode, rule, field }: Sought): boolean {
  return findings.some((finding) => finding.mode === mode && finding.rule === rule && (field === undefined || finding.field === field));
}

function at(rule: Finder, field: string | undefined): string {
  return field === undefined ? rule : `${rule} at ${field}`;
}

function match(pass: boolean, expected: string, { findings }: Verdict): Match {
  const lines = findings.map(({ mode, field, message, rule }) => `${mode} ${field}: ${message} (${rule})`);
  const told = lines.length === 0 ? "there are no findings" : `the findings are:\n  ${lines.join("\n  ")}`;
  return { pass, message: () => `expected ${pass ? "not " : ""}to be ${expected}, but ${told}` };
}
