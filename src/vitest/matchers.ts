import { createValidator } from "../library/create-validator.ts";
import { type Finder, mustBeFinder } from "../library/rule-name.ts";
import type { Allowed, Denied, Finding, Verdict } from "../library/verdict.ts";

/** What a matcher tells vitest; `message` explains the failure: with `pass`, that of its `.not`. */
interface Match {
  readonly pass: boolean;
  readonly message: () => string;
}

const validator = createValidator();

/** The write goes through. */
export function toBeAdmitted(received: object): Match {
  const verdict = judge(received);
  return match(verdict.allowed, "admitted", verdict);
}

/** Some finding of the rule, and at the field where one is given, refuses the write. */
export function toBeDeniedBy(received: object, rule: Finder, field?: string): Match {
  return findingOf(received, "deny", { rule, field });
}

/** Some finding of the rule, and at the field where one is given, warns the client. */
export function toBeWarnedBy(received: object, rule: Finder, field?: string): Match {
  return findingOf(received, "warn", { rule, field });
}

interface Sought {
  readonly rule: Finder;
  readonly field: string | undefined;
}

function findingOf(received: object, mode: "deny" | "warn", { rule, field }: Sought): Match {
  mustBeFinder(rule);
  const verdict = judge(received);
  const found = verdict.findings.some(
    (finding) => finding.mode === mode && finding.rule === rule && (field === undefined || finding.field === field),
  );
  return match(found, `${mode === "deny" ? "denied" : "warned"} by ${rule}${field === undefined ? "" : ` at ${field}`}`, verdict);
}

/** The verdict itself, or that on an object as a create. What is not judged is neither admitted nor denied: it fails `.not` too. */
function judge(received: object): Allowed | Denied {
  const verdict = isVerdict(received) ? received : validator.validate(received);
  if (!verdict.judged) throw new TypeError(verdict.reason);
  return verdict;
}

function isVerdict(received: object): received is Verdict {
  return typeof received === "object" && received !== null && "judged" in received;
}

function match(pass: boolean, expected: string, { findings }: Allowed | Denied): Match {
  const found = findings.length === 0 ? ["no findings"] : findings.map(findingText);
  return {
    pass,
    message: () => `expected ${pass ? "not " : ""}to be ${expected}, but the verdict is:\n${found.map((line) => `  ${line}`).join("\n")}`,
  };
}

function findingText({ mode, field, message, rule }: Finding): string {
  return `${mode} ${field === "" ? "" : `${field}: `}${message} (${rule})`;
}
