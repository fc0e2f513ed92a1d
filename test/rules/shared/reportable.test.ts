import { describe, expect, it } from "vitest";
import { servedVersions } from "../../../src/core/api/served-versions.ts";
import { createValidate } from "../../../src/engine/validate/validate.ts";
import { viewOf } from "../../../src/engine/validate/view.ts";
import { policyOf } from "../../../src/policy/policy.ts";
import { rules } from "../../../src/rules/index.ts";
import type { Rule } from "../../../src/rules/rule.ts";
import { isReportable, partsOf } from "../../../src/rules/shared/reportable.ts";
import { allTables } from "../../harness/all-tables.ts";
import { operationsOf, type RowSubmission, type RuleTable, submissionOf } from "../../harness/rule-table.ts";
import { requireServedVersion } from "../../harness/served-version.ts";

const tables = await allTables();
const relations = tables.filter(({ rule }) => rule.isRelation);

/** Returns the writes of the reporting rows of a table, with the related objects. */
function reportedWrites(rule: Rule, { reports }: RuleTable) {
  return servedVersions.flatMap((served) =>
    Object.values(reports).flatMap((row) =>
      operationsOf(rule, served, row).map((operation) => ({
        submission: submissionOf({ served, operation, row }),
        beside: row.beside?.(served.gvk.version) ?? [],
      })),
    ),
  );
}

/** Returns the findings of a rule for a write, after `read` of each object. */
function findingsOf(
  rule: Rule,
  { served, change, context }: RowSubmission,
  beside: readonly object[],
  read: (object: object) => object,
) {
  const parts = Object.fromEntries(
    Object.entries(change).map(([key, value]) => [key, typeof value === "object" ? read(value) : value]),
  );
  const objects = [...beside, ...(change.operation === "DELETE" ? [] : [change.object])].map(read);
  const view = viewOf(
    objects.map((object) => ({ served: requireServedVersion(object), object })),
    context.now,
  );
  const validate = createValidate([rule], policyOf(new Map([[rule.id, "deny"]])));
  return validate({ served, change: parts as unknown as RowSubmission["change"], context: { ...context, view } })
    .findings;
}

describe("the objects that relation rules report", () => {
  it("are of every relation rule", () => {
    expect(relations.map(({ rule }) => rule.id).sort()).toEqual(
      rules
        .filter(({ isRelation }) => isRelation)
        .map(({ id }) => id)
        .sort(),
    );
  });

  it.each(relations)("are reportable, and have the parts that $rule.id reads", ({ rule, table }) => {
    const writes = reportedWrites(rule, table);
    expect(writes).not.toEqual([]);
    for (const { submission, beside } of writes) {
      const { served, change } = submission;
      const written = change.operation === "DELETE" ? change.oldObject : change.object;
      const view = viewOf(
        [...beside, written].map((object) => ({ served: requireServedVersion(object), object })),
        submission.context.now,
      );
      expect(isReportable(served.gvk.kind, written, true)).toBe(true);
      expect(view.concerns({ served, object: written })).toBe(true);
      const findings = findingsOf(rule, submission, beside, (object) => object);
      expect(findings).not.toEqual([]);
      expect(findingsOf(rule, submission, beside, partsOf)).toEqual(findings);
    }
  });
});
