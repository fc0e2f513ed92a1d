import { type FieldError, forbidden, required } from "../../field/error.ts";
import type { FieldPath } from "../../field/path.ts";
import type { Change, ChangeOperation } from "../../rules/rule.ts";
import type { Position } from "../../text/position.ts";
import { updateOf } from "../../validate/submission.ts";
import { type ExpectationText, readExpectation } from "./expectation.ts";
import { mergePatch } from "./merge-patch.ts";
import { type ReadText, readObject, type SuiteObject } from "./read-object.ts";
import type { Case } from "./suite.ts";

/** What a case may leave to the top of its suite. */
export interface CaseDefaults {
  readonly now?: string;
  readonly user?: { readonly username?: string; readonly groups?: readonly string[] };
  readonly oldObject?: object;
}

/** A case as the schema lets it be written. */
export interface CaseText extends CaseDefaults {
  readonly name: string;
  readonly operation?: ChangeOperation;
  readonly object?: object;
  readonly patch?: object;
  readonly expect: ExpectationText;
}

/** What a case is read with. */
export interface SuiteContext {
  /** Of its suite. */
  readonly givens: CaseDefaults;
  /** The suite's own old object. */
  readonly oldObject: SuiteObject | undefined;
  readonly readText: ReadText;
  readonly locate: (path: FieldPath) => Position;
}

/** One case, or all that is wrong with it; `path` is the way to it. */
export async function readCase(
  text: CaseText,
  path: FieldPath,
  { givens, readText, locate, ...suite }: SuiteContext,
): Promise<Case | readonly FieldError[]> {
  const { name, now = givens.now, user = givens.user } = text;
  const old = text.oldObject === undefined ? suite.oldObject : await readObject(text.oldObject, [...path, "oldObject"], readText);
  const expectation = readExpectation(text.expect, [...path, "expect"]);
  const write = isFaulty(old) ? old : await readWrite(text, old, path, readText);
  const faults = [
    ...(now === undefined ? [required([...path, "now"], "must be given here or at the top of the suite")] : []),
    ...(isFaulty(write) ? write : []),
    ...(isFaulty(expectation) ? expectation : []),
  ];
  if (now === undefined || isFaulty(write) || isFaulty(expectation)) return faults;
  const context = { now: new Date(now), user: { username: user?.username ?? "", groups: user?.groups ?? [] }, dryRun: false };
  return { name, position: locate([...path, "expect"]), ...write, context, expectation };
}

type Write = Pick<Case, "served" | "change">;

/** The write that a case tells of. */
async function readWrite(
  text: CaseText,
  old: SuiteObject | undefined,
  path: FieldPath,
  readText: ReadText,
): Promise<Write | readonly FieldError[]> {
  const { operation = old === undefined ? "CREATE" : "UPDATE" } = text;
  if (old === undefined && operation !== "CREATE")
    return [required([...path, "oldObject"], `must be given here or at the top of the suite where the operation is ${operation}`)];
  if (old !== undefined && operation === "DELETE")
    return text.object === undefined && text.patch === undefined ? deletion(old) : [nothingWritten(path)];
  const written = await readWritten(text, old, path, readText);
  if (isFaulty(written)) return written;
  const { served, object } = written;
  if (old === undefined || operation === "CREATE") return { served, change: { operation: "CREATE", object } };
  if (old.served.gvk.kind !== served.gvk.kind) return [forbidden([...path, "object"], `must be a ${old.served.gvk.kind}, as oldObject is`)];
  return { served, change: updateOf(object, old.object) };
}

function deletion({ served, object }: SuiteObject): Write {
  const change: Change<unknown> = { operation: "DELETE", oldObject: object };
  return { served, change };
}

function nothingWritten(path: FieldPath): FieldError {
  return forbidden([...path, "operation"], "must not be DELETE where there is an object or a patch");
}

async function readWritten(
  { object, patch }: CaseText,
  old: SuiteObject | undefined,
  path: FieldPath,
  readText: ReadText,
): Promise<SuiteObject | readonly FieldError[]> {
  if (object !== undefined && patch !== undefined) return [forbidden([...path, "patch"], "must not stand beside object")];
  if (object !== undefined) return readObject(object, [...path, "object"], readText);
  if (patch === undefined) return [required([...path, "object"], "must be given, or patch, or the operation DELETE")];
  if (old === undefined) return [required([...path, "oldObject"], "must be given here or at the top of the suite for a patch of it")];
  return readObject(mergePatch(old.object, patch) as object, [...path, "patch"], readText);
}

/** Tells what was read from what is wrong with it. */
export function isFaulty<T>(read: T | readonly FieldError[]): read is readonly FieldError[] {
  return Array.isArray(read);
}
