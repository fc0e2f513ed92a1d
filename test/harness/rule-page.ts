import { parseAllDocuments } from "yaml";
import { type ExampleHead, expandRepeats, readHead } from "../../scripts/rule-page.ts";
import type { ServedVersion } from "../../src/core/api/served-versions.ts";
import { toContext } from "../../src/engine/validate/submission.ts";
import { viewOf } from "../../src/engine/validate/view.ts";
import type { Change, Context } from "../../src/rules/rule.ts";
import { requireServedVersion } from "./served-version.ts";
import { someContext } from "./some-context.ts";

/** Returns the documents of an example. Throws if a document is not valid YAML. */
export function readObjects(yaml: string): readonly unknown[] {
  return parseAllDocuments(expandRepeats(yaml)).map((document) => {
    for (const error of [...document.errors, ...document.warnings]) throw error;
    return document.toJS() as unknown;
  });
}

/** An example on a rule page, as a write that lease-guard validates. */
export interface Example {
  readonly served: ServedVersion;
  readonly change: Change<unknown>;
  readonly context: Context;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/**
 * Reads an example. An example with one document is a CREATE, or a DELETE if it has the line
 * `# operation: DELETE`. An example with two documents is an UPDATE, and the first document is the
 * old object.
 */
export function readExample(yaml: string): Example {
  const { head } = readHead(yaml);
  const { now = someContext.now, user: username = "", groups = [], extra, parameters, beside } = head;
  const { served, change } = readChange(yaml, head);
  const time = new Date(now);
  const objects = [...(beside ?? []), ...(change.operation === "DELETE" ? [] : [change.object as object])];
  const view =
    beside &&
    viewOf(
      objects.map((object) => ({ served: requireServedVersion(object), object })),
      time,
    );
  return {
    served,
    change,
    context: { ...toContext({ userInfo: { username, groups, ...(extra && { extra }) } }, time), view },
    ...(parameters && { parameters }),
  };
}

function readChange(yaml: string, { operation }: ExampleHead): Pick<Example, "served" | "change"> {
  const objects = readObjects(yaml);
  const [first, second] = objects;
  if (objects.length === 1 && operation === "DELETE")
    return { served: requireServedVersion(first), change: { operation, oldObject: first } };
  if (objects.length === 1)
    return { served: requireServedVersion(first), change: { operation: "CREATE", object: first } };
  if (objects.length === 2)
    return { served: requireServedVersion(second), change: { operation: "UPDATE", object: second, oldObject: first } };
  throw new RangeError(`an example has one or two documents, not ${objects.length}`);
}
