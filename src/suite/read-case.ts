import { isJsonObject } from "../core/api/json-object.ts";
import { type FieldError, forbidden, invalid, required } from "../core/field/error.ts";
import type { FieldPath } from "../core/field/path.ts";
import { allOk, failed, ok, type Result } from "../core/field/result.ts";
import type { Position } from "../core/text/position.ts";
import { parseTime } from "../core/text/time.ts";
import { isFindingOrigin, mustBeAnOrigin } from "../engine/validate/finding-origin.ts";
import { clientChangeOf, operationOf, type Submission, toContext } from "../engine/validate/submission.ts";
import { viewAfter } from "../engine/validate/view.ts";
import { ruleById } from "../rules/find-rule.ts";
import { rules } from "../rules/index.ts";
import type { ChangeOperation, UserInfo } from "../rules/rule.ts";
import { expectFields } from "../schema/formats.ts";
import type { ReadBeside } from "./read-beside.ts";
import { type ReadText, readObject, type SuiteObject } from "./read-object.ts";
import type { Case, Expectation, ExpectedFinding, ExpectedOutcome } from "./suite.ts";

/** The value of the field `expect`, as the schema of suites allows it. */
type ExpectationText = "allowed" | { readonly [F in ExpectField]?: readonly (string | ExpectedText)[] };

type ExpectField = (typeof expectFields)[number];

interface ExpectedText {
  readonly rule: string;
  readonly field?: string;
}

const outcomes: Readonly<Record<ExpectField, ExpectedOutcome>> = {
  denied: "deny",
  warned: "warn",
  audited: "audit",
  abstained: "abstain",
};

const relationRules = rules.filter(({ isRelation }) => isRelation).map(({ id }) => id);

export interface CaseDefaults {
  readonly now?: string;
  readonly user?: Partial<UserInfo>;
  readonly oldObject?: object;
  readonly beside?: readonly object[];
}

export interface CaseText extends CaseDefaults {
  readonly name: string;
  readonly operation?: ChangeOperation;
  readonly object?: object;
  readonly patch?: object;
  readonly expect: ExpectationText;
}

export interface SuiteContext {
  readonly defaults: CaseDefaults;
  /** The default old object of the suite. If the suite has none, the value is undefined. */
  readonly oldObject: SuiteObject | undefined;
  /** The default of `beside`: the other objects in the view of a case. */
  readonly beside: readonly SuiteObject[] | undefined;
  readonly readText: ReadText;
  readonly readBeside: ReadBeside;
  readonly locate: (path: FieldPath) => Position;
}

type Read<T> = Result<T, readonly FieldError[]>;

/** Reads the case at a path of its suite. Returns the case, or all errors of the case. */
export async function readCase(text: CaseText, path: FieldPath, suite: SuiteContext): Promise<Read<Case>> {
  const { defaults, readText, readBeside, locate } = suite;
  const { name, user = defaults.user ?? {} } = text;
  const now = parseTime(text.now ?? defaults.now ?? "");
  const old =
    text.oldObject === undefined
      ? ok(suite.oldObject)
      : await readObject(text.oldObject, [...path, "oldObject"], readText);
  const beside = text.beside === undefined ? ok(suite.beside) : await readBeside(text.beside, [...path, "beside"]);
  const expectation = readExpectation(text.expect, [...path, "expect"]);
  const write = old.ok ? await readWrite(text, old.value, path, readText) : old;
  if (now === undefined || !write.ok || !beside.ok || !expectation.ok) {
    const missing =
      now === undefined ? [required([...path, "now"], "must be set here or at the top of the suite")] : [];
    return failed([...missing, ...[write, beside, expectation].flatMap((part) => (part.ok ? [] : part.error))]);
  }
  const context = toContext({ userInfo: user }, now);
  const view = beside.value && viewAfter({ ...write.value, context }, beside.value);
  const submission = { ...write.value, context: { ...context, view } };
  return ok({ name, position: locate([...path, "expect"]), submission, expectation: expectation.value });
}

type CaseWrite = Pick<Submission, "served" | "change">;

async function readWrite(
  text: CaseText,
  old: SuiteObject | undefined,
  path: FieldPath,
  readText: ReadText,
): Promise<Read<CaseWrite>> {
  const operation = operationOf(text.operation, old);
  const missing = [
    required([...path, "oldObject"], `must be set here or at the top of the suite if the operation is ${operation}`),
  ];
  if (old === undefined && operation !== "CREATE") return failed(missing);
  const read =
    operation === "DELETE" && old !== undefined
      ? deleted(text, old, path)
      : await readSubmitted(text, old, path, readText);
  if (!read.ok) return read;
  const { served, object } = read.value;
  if (operation === "UPDATE" && old !== undefined && old.served.gvk.kind !== served.gvk.kind)
    return failed([forbidden([...path, "object"], `must be a ${old.served.gvk.kind}, as oldObject is`)]);
  const change = clientChangeOf(operation, object, old?.object);
  return change.ok ? ok({ served, change: change.value }) : failed(missing);
}

function deleted({ object, patch }: CaseText, old: SuiteObject, path: FieldPath): Read<SuiteObject> {
  if (object === undefined && patch === undefined) return ok(old);
  return failed([forbidden([...path, "operation"], "must not be DELETE if there is an object or a patch")]);
}

async function readSubmitted(
  { object, patch }: CaseText,
  old: SuiteObject | undefined,
  path: FieldPath,
  readText: ReadText,
): Promise<Read<SuiteObject>> {
  if (object !== undefined && patch !== undefined)
    return failed([forbidden([...path, "patch"], "must not be set together with object")]);
  if (object !== undefined) return readObject(object, [...path, "object"], readText);
  if (patch === undefined)
    return failed([required([...path, "object"], "must be set, unless there is a patch or the operation is DELETE")]);
  if (old === undefined)
    return failed([
      required([...path, "oldObject"], "must be set here or at the top of the suite if there is a patch"),
    ]);
  return readObject(mergePatch(old.object, patch) as object, [...path, "patch"], readText);
}

/** Applies a JSON merge patch (RFC 7386). */
export function mergePatch(value: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map(Object.entries(isJsonObject(value) ? value : {}));
  for (const [name, field] of Object.entries(patch)) {
    if (field === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), field));
  }
  // A Map is necessary, because an assignment to the name `__proto__` would set the prototype.
  return Object.fromEntries(merged);
}

/**
 * Reads the expected findings of a case. `path` is the path of `expect` in the suite. The errors
 * are unknown rules and, under `abstained`, rules that are not relation rules.
 */
function readExpectation(text: ExpectationText, path: FieldPath): Result<Expectation, readonly FieldError[]> {
  const given = text === "allowed" ? {} : text;
  const expectation = new Map<ExpectedOutcome, readonly ExpectedFinding[]>([["deny", []]]);
  const errors: FieldError[] = [];
  for (const field of expectFields) {
    const outcome = outcomes[field];
    const items = given[field];
    if (items === undefined) continue;
    const read = outcome === "abstain" ? readAbstention : readFinding;
    const expected = allOk(items.map((item, index) => read(item, [...path, field, index])));
    if (expected.ok) expectation.set(outcome, expected.value);
    else errors.push(...expected.error);
  }
  return errors.length > 0 ? failed(errors) : ok(expectation);
}

function readAbstention(item: string | ExpectedText, path: FieldPath): Result<ExpectedFinding, readonly FieldError[]> {
  const read = readFinding(item, path);
  if (!read.ok || ruleById(read.value.rule)?.isRelation) return read;
  return failed([invalid(path, read.value.rule, `must be a rule that compares objects: ${relationRules.join(", ")}`)]);
}

function readFinding(item: string | ExpectedText, path: FieldPath): Result<ExpectedFinding, readonly FieldError[]> {
  const { rule, field } = typeof item === "string" ? { rule: item } : item;
  if (isFindingOrigin(rule)) return ok(field === undefined ? { rule } : { rule, field });
  const rulePath = typeof item === "string" ? path : [...path, "rule"];
  return failed([invalid(rulePath, rule, mustBeAnOrigin(rule))]);
}
