import { shownError } from "../core/field/error.ts";
import type { Severity } from "../core/field/severity.ts";
import { createOf, toContext } from "../engine/validate/submission.ts";
import { createValidate } from "../engine/validate/validate.ts";
import { crashText, type Finding } from "../engine/validate/verdict.ts";
import { type ViewedObject, viewOf } from "../engine/validate/view.ts";
import { type Policy, severityOfMode } from "../policy/policy.ts";
import { isEverOn, resolveRule } from "../policy/resolve.ts";
import { rules as allRules } from "../rules/index.ts";
import type { Context, Rule } from "../rules/rule.ts";
import { runsIn } from "../rules/rule-runner.ts";
import { labelKeysOf, sharedText } from "./kept-object.ts";

/** A finding about a stored object. */
export interface StoredFinding {
  /** The id of a check, such as `audit/holder-gone`, or the id of a rule. */
  readonly origin: string;
  readonly severity: Severity;
  /** The path of the field, such as `spec.renewTime`. */
  readonly field: string;
  readonly message: string;
}

export interface StoredFindings {
  readonly findings: readonly StoredFinding[];
  readonly crashes: readonly string[];
}

export interface StoredRules {
  /** The ids of the rules that are not off for all objects. */
  readonly ids: ReadonlySet<string>;
  /** Runs the rules that need only the object. */
  readonly alone: (viewed: ViewedObject, now: Date) => StoredFindings;
  /** Returns a function that runs the rules that compare an object with other objects. */
  readonly among: (objects: readonly ViewedObject[], now: Date) => (viewed: ViewedObject) => StoredFindings;
  readonly labelKeys: ReadonlySet<string>;
}

const nothing: StoredFindings = { findings: [], crashes: [] };

/**
 * Compiles the rules of a policy for stored objects. A stored object counts as a create by an
 * unknown user. The check `audit/renewed-in-future` replaces the rule `lease/renew-time-near-now`,
 * which needs the time of the write.
 */
export function storedRules(policy: Policy, rules: readonly Rule[] = allRules): StoredRules {
  const used = rules.filter((rule) => runsIn("audit", rule));
  const alone = createValidate(
    used.filter(({ isRelation }) => !isRelation),
    policy,
  );
  const among = createValidate(
    used.filter(({ isRelation }) => isRelation),
    policy,
  );
  // With a view, `validate` decodes each object only once, and `toListedObject` uses the result.
  const noView = viewOf([], new Date(0));
  return {
    ids: new Set(used.filter((rule) => isEverOn(resolveRule(rule, policy))).map(({ id }) => id)),
    labelKeys: labelKeysOf(policy),
    alone: ({ served, object }, now) =>
      toFindings(alone({ served, change: createOf(object), context: contextOf(now, noView) })),
    among: (objects, now) => {
      const view = viewOf(objects, now);
      const context = contextOf(now, view);
      return (viewed) => {
        if (!view.concerns(viewed)) return nothing;
        return toFindings(among({ served: viewed.served, change: createOf(viewed.object), context }));
      };
    },
  };
}

function contextOf(now: Date, view: Context["view"]): Context {
  return { ...toContext({}, now), view };
}

function toFindings({
  findings,
  crashes,
}: {
  findings: readonly Finding[];
  crashes: readonly Parameters<typeof crashText>[0][];
}): StoredFindings {
  if (findings.length + crashes.length === 0) return nothing;
  return { findings: findings.map(toFinding), crashes: crashes.map(crashText) };
}

function toFinding(finding: Finding): StoredFinding {
  const { field, message } = shownError(finding);
  return {
    origin: finding.origin,
    severity: severityOfMode[finding.mode],
    field: sharedText(field),
    message: sharedText(message),
  };
}
