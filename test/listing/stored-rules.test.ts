import { expect, it } from "vitest";
import { servedVersions } from "../../src/core/api/served-versions.ts";
import { storedRules } from "../../src/listing/stored-rules.ts";
import { defaultPolicy } from "../../src/policy/policy.ts";
import { objectOf, type Rule } from "../../src/rules/rule.ts";
import { runsIn } from "../../src/rules/rule-runner.ts";
import { allTables } from "../harness/all-tables.ts";
import { operationsOf, type ReportingRow, type RuleTable, submissionOf } from "../harness/rule-table.ts";
import { requireServedVersion } from "../harness/served-version.ts";

it("reports stored objects by exactly the rules that run in audit", async () => {
  const tables = await allTables();
  // Without its mark, the audit would run a rule that needs a write.
  const reporting = tables.filter(({ rule, table }) =>
    reportsStored({ ...rule, needsWrite: undefined } as unknown as Rule, table),
  );
  const reportingIds = reporting.map(({ rule }) => rule.id).filter((id) => id !== replacedRule);
  const running = tables.filter(({ rule }) => runsIn("audit", rule)).map(({ rule }) => rule.id);
  expect(reportingIds).toEqual(running);
});

/** The rule that the check `audit/renewed-in-future` replaces. It would report a stored object. */
const replacedRule = "lease/renew-time-near-now";

function reportsStored(rule: Rule, table: RuleTable): boolean {
  return Object.values(table.reports).some((row) =>
    servedVersions.some((served) => reportsRow(rule, table, { served, row })),
  );
}

interface StoredRow {
  readonly served: (typeof servedVersions)[number];
  readonly row: ReportingRow;
}

/** Reports whether a rule reports the object of a row as a stored object. */
function reportsRow(rule: Rule, table: RuleTable, { served, row }: StoredRow): boolean {
  const parameters = row.parameters ?? table.parameters;
  const rules = storedRules(
    { ...defaultPolicy, rules: new Map([[rule.id, { mode: "deny", ...(parameters && { parameters }) }]]) },
    [rule],
  );
  return operationsOf(rule, served, row)
    .filter((operation) => operation !== "DELETE")
    .some((operation) => {
      const { change, context } = submissionOf({ served, operation, row });
      const beside = (row.beside?.(served.gvk.version) ?? []).map((object) => ({
        served: requireServedVersion(object),
        object,
      }));
      const viewed = { served, object: objectOf(change) };
      const { findings } = rule.isRelation
        ? rules.among([viewed, ...beside], context.now)(viewed)
        : rules.alone(viewed, context.now);
      return findings.some(({ origin }) => origin === rule.id);
    });
}
