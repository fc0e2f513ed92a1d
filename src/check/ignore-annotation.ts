import { metadataOf, property } from "../core/api/json-object.ts";
import { type FieldError, invalid } from "../core/field/error.ts";
import { mustBeARule, ruleById } from "../rules/find-rule.ts";
import { ignoreAnnotation } from "./reports/result.ts";

/**
 * The rules or checks that the annotation `lease-guard.dev/ignore` of an object ignores, and the
 * errors in this annotation.
 */
interface IgnoredOrigins {
  readonly origins: ReadonlySet<string>;
  /** One error for each id in the annotation that has no effect. */
  readonly errors: readonly FieldError[];
}

const nothing: IgnoredOrigins = { origins: new Set(), errors: [] };

/**
 * Reads the annotation of an object. `unignorable` returns the reason why an id has no effect, or
 * undefined if the annotation can ignore the rule or the check with this id.
 */
export function readIgnoreAnnotation(object: object, unignorable: (id: string) => string | undefined): IgnoredOrigins {
  const written = property(metadataOf(object)?.["annotations"], ignoreAnnotation);
  if (typeof written !== "string") return nothing;
  const ids = written
    .split(",")
    .map((id) => id.trim())
    .filter((id) => id !== "");
  const errors = ids.flatMap((id) => {
    const requirement = unignorable(id);
    return requirement === undefined
      ? []
      : [invalid(["metadata", "annotations", { key: ignoreAnnotation }], id, requirement)];
  });
  return { origins: new Set(ids.filter((id) => unignorable(id) === undefined)), errors };
}

/**
 * Returns the reason why an id in the annotation of a Lease or LeaseCandidate has no effect. The
 * annotation cannot ignore a rule of tier `api`, because kube-apiserver enforces these rules
 * itself.
 */
export function unignorableRule(id: string): string | undefined {
  const rule = ruleById(id);
  if (rule === undefined) return mustBeARule(id);
  return rule.tier === "api" ? "must not be a rule of the tier api, which kube-apiserver enforces" : undefined;
}
