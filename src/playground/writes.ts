import { boundTokenExtra, nodeNameKey, podNameKey } from "../core/api/user-extra.ts";
import { parseDateOrTime } from "../core/text/time.ts";
import { type OldObjects, oldObjectOf, remainingObjects, toOldObjects } from "../engine/validate/old-objects.ts";
import { clientChangeOf, type Submission, toContext } from "../engine/validate/submission.ts";
import { pairKey, type ViewedObject, viewAfter } from "../engine/validate/view.ts";
import type { ChangeOperation, Context } from "../rules/rule.ts";
import { type Diagnostic, type PlaygroundInput, unreadable } from "./playground-input.ts";
import type { TextObject } from "./read-objects.ts";

export interface TextWrite {
  readonly submission: Submission;
  readonly locate: TextObject["locate"];
}

export interface WriteTexts {
  readonly objects: readonly TextObject[];
  readonly oldObjects: readonly TextObject[];
  readonly beside: readonly TextObject[];
  readonly input: Pick<PlaygroundInput, "operation" | "kubernetesVersion">;
  readonly context: Context;
}

export interface TextWrites {
  readonly writes: readonly TextWrite[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns a write for each object. Relation rules compare the object with the related objects.
 * Except for a delete, they also compare it with the other objects and the old objects that exist
 * after the writes. Without such objects, relation rules abstain.
 */
export function writesOf({ objects, oldObjects, beside, input, context }: WriteTexts): TextWrites {
  const writes: TextWrite[] = [];
  const old = toOldObjects(input.operation === "UPDATE" ? oldObjects : []);
  const stored = storedBeside(objects, old, input.operation);
  const diagnostics: Diagnostic[] = [];
  for (const { served, object, locate } of objects) {
    const change = clientChangeOf(input.operation, object, oldObjectOf({ served, object }, old));
    if (!change.ok) {
      diagnostics.push(unreadable("object", locate([]), noOldObject));
      continue;
    }
    const submission = { served, change: change.value, context };
    const others = [...beside, ...stored.filter((other) => other.object !== object)];
    writes.push({ locate, submission: others.length === 0 ? submission : withView(submission, others) });
  }
  return { writes, diagnostics };
}

const noOldObject =
  "has no old object of its kind, namespace, and name; write the object before the update into the tab Old object";

function withView(submission: Submission, others: readonly ViewedObject[]): Submission {
  return { ...submission, context: { ...submission.context, view: viewAfter(submission, others) } };
}

/**
 * Returns the objects and the old objects that exist after all writes, as `check` does. A deleted
 * object does not exist, and neither does an old object that a write replaces. Unlike `check`, the
 * playground also compares elections in which an object occurs twice.
 */
function storedBeside(
  objects: readonly TextObject[],
  old: OldObjects,
  operation: ChangeOperation,
): readonly ViewedObject[] {
  return operation === "DELETE" ? [] : [...objects, ...remainingObjects(old, new Set(objects.map(pairKey)))];
}

export function contextOf({ user, groups, pod, node }: PlaygroundInput, now: Date): Context {
  const names = groups.split(",").map((name) => name.trim());
  const extra = boundTokenExtra({
    ...(pod !== "" && { [podNameKey]: [pod] }),
    ...(node !== "" && { [nodeNameKey]: [node] }),
  });
  return toContext(
    { userInfo: { username: user, groups: names.filter((name) => name !== ""), ...(extra && { extra }) } },
    now,
  );
}

/** Returns the time in the field `now`, or `current` if the field is empty. */
export function timeOf({ now }: Pick<PlaygroundInput, "now">, current: Date): Date | undefined {
  return now.trim() === "" ? current : parseDateOrTime(now.trim());
}
