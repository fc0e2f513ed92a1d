import { defaultPolicy } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";
import { createValidate } from "../../src/validate/validate.ts";
import type { Verdict } from "../../src/validate/verdict.ts";
import { viewOf } from "../../src/validate/view.ts";
import { requireServedVersion } from "../harness/served-version.ts";
import type { ApiObject } from "./api-object.ts";
import type { Write } from "./api-server.ts";

const strict = createValidate(rules, { ...defaultPolicy, profile: "strict" });

/**
 * Returns the verdict of the profile `strict` on a write, with a view of the objects that the API
 * server stores after the write.
 */
export function strictVerdict({ change, user, now }: Write, stored: readonly ApiObject[]): Verdict {
  const written = change.operation === "DELETE" ? change.oldObject : change.object;
  const others = stored.filter((each) => keyOf(each) !== keyOf(written));
  const objects = change.operation === "DELETE" ? others : [...others, written];
  const view = viewOf(
    objects.map((object) => ({ served: requireServedVersion(object), object })),
    new Date(now),
  );
  return strict({ served: requireServedVersion(written), change, context: { now: new Date(now), user, dryRun: false, view } });
}

function keyOf({ kind, metadata: { namespace, name } }: ApiObject): string {
  return `${kind}/${namespace}/${name}`;
}

/** The ids of all relation rules. */
export const relationRules: ReadonlySet<string> = new Set(rules.flatMap(({ id, isRelation }) => (isRelation ? [id] : [])));
