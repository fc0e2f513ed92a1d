import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { defaultPolicy } from "../../../src/policy/policy.ts";
import { type CelRule, longestCompared } from "../../../src/rules/cel/cel-rule.ts";
import { celFindings, conditionFor, conditionForAny, programOf } from "../../../src/rules/cel/compile.ts";
import { celRules } from "../../../src/rules/cel/index.ts";
import { celVariables } from "../../../src/rules/cel/variables.ts";
import { rules } from "../../../src/rules/index.ts";
import { changeOperations, type Rule } from "../../../src/rules/rule.ts";
import { allTables } from "../../harness/all-tables.ts";

const clockSkewMicros = 5_000_000;
const celSettings = { clockSkewMicros, administrators: defaultPolicy.administrators };
const fields =
  /^(|spec|metadata\.(name|labels|annotations|finalizers|ownerReferences|managedFields)|metadata\.labels\[[^\]]+\]|spec\.[a-zA-Z]+)$/;

type Parameters = Readonly<Record<string, unknown>>;

const tables = await allTables();

/** Returns all parameters in the table of a rule. */
function parametersOf({ id }: Rule): readonly Parameters[] {
  const own = tables.filter(({ rule }) => rule.id === id).map(({ table }) => table);
  const all = own.flatMap(({ parameters, silent, reports }) =>
    [parameters, ...[...Object.values(silent), ...Object.values(reports)].map((row) => row.parameters)].filter(
      (each) => each !== undefined,
    ),
  );
  return all.length === 0 ? [{}] : all;
}

const withCel = rules.flatMap((rule) => {
  const cel = celRules.get(rule.id);
  return cel === undefined || "noCel" in cel ? [] : [{ id: rule.id, rule, cel }];
});

function findingsOf(rule: Rule, cel: CelRule<Parameters>) {
  return rule.kinds.flatMap((kind) =>
    parametersOf(rule).flatMap((parameters) =>
      celFindings(rule, cel, { kind, parameters, clockSkewMicros }).map((finding) => ({ ...finding, kind })),
    ),
  );
}

describe("the rules in CEL", () => {
  it("are all rules that kube-apiserver itself does not enforce", () => {
    expect([...celRules.keys()].sort()).toEqual(
      rules
        .filter(({ tier }) => tier !== "api")
        .map(({ id }) => id)
        .sort(),
    );
    expect(withCel.length).toBeGreaterThan(40);
  });

  it("compare identities up to the length on the page of the rule", () => {
    const page = readFileSync("docs/rules/lease/holder-pattern.md", "utf8");
    expect(page).toContain(`reports every identity of more than ${longestCompared} characters`);
  });

  it("have a reason if they are missing, and read other objects if they are relation rules", () => {
    for (const rule of rules.filter(({ tier }) => tier !== "api")) {
      const cel = celRules.get(rule.id);
      if (cel !== undefined && "noCel" in cel)
        expect(cel.noCel, `${rule.id}: the reason is a clause without a capital letter and a full stop`).toMatch(
          /^[a-z].*[a-z]$/,
        );
      else expect(cel?.params !== undefined, rule.id).toBe(rule.isRelation ?? false);
    }
  });

  it.each(withCel)("$id", ({ rule, cel }) => {
    const findings = findingsOf(rule, cel);
    expect(findings).not.toEqual([]);
    for (const { kind, field, detail, operations, reports } of findings) {
      expect(field).toMatch(fields);
      expect(detail).not.toBe("");
      expect(operations.every((operation) => rule.operations.includes(operation))).toBe(true);
      expect(reports).not.toMatch(/\b(?:== |<= |\+ |- )(?:undefined|NaN)|\[object O|\n/);
      const known = celVariables(kind, celSettings).map(({ name }) => name);
      const read = Array.from(reports.matchAll(/\bvariables\.(\w+)/g), ([, name]) => name);
      expect(read.filter((name) => !known.includes(name ?? ""))).toEqual([]);
    }
    // Without a cheap condition, kube-apiserver would evaluate the whole policy for every write.
    const expressions = findings.filter(({ reports }) => reports !== "true");
    for (const { kind, reports } of expressions) expect(conditionForAny(kind, celSettings, [reports])).not.toBe("true");
    for (const phrase of cel.unseen ?? []) expect(phrase).toMatch(/^(an? |the |identities )/);
    expect(cel.since ?? "1.30").toMatch(/^1\.3\d$/);
  });
});

describe("the condition of a finding", () => {
  const finding = { field: "spec", detail: "must be", operations: ["UPDATE"], reports: "a || b" } as const;

  it("tests the operation only if the policy evaluates other operations", () => {
    expect(conditionFor(finding, ["UPDATE"])).toBe("a || b");
    expect(conditionFor(finding, ["CREATE", "UPDATE"])).toBe("(request.operation in ['UPDATE']) && (a || b)");
    expect(conditionFor({ ...finding, operations: changeOperations }, ["CREATE", "UPDATE"])).toBe("a || b");
  });
});

describe("the condition for all findings", () => {
  const possible = (...expressions: readonly string[]): string => conditionForAny("Lease", celSettings, expressions);

  it("leaves out what is not cheap", () => {
    expect(possible("request.name == 'a' && variables.oldIsHeld")).toBe("request.name == 'a'");
    expect(
      possible("request.name == 'a' && (variables.isNodeLease && (variables.oldIsHeld || request.name == 'b'))"),
    ).toBe("(request.name == 'a') && (request.namespace == 'kube-node-lease')");
  });

  it("holds for every write if nothing of a finding is cheap", () => {
    expect(possible("request.name == 'a'", "variables.oldIsHeld && variables.hasClock")).toBe("true");
    expect(possible("request.name == 'a' || variables.oldIsHeld")).toBe("true");
  });

  it("contains the same condition once", () => {
    expect(possible("request.name == 'a' && variables.oldIsHeld", "request.name == 'a'", "request.name == 'b'")).toBe(
      "(request.name == 'a') || (request.name == 'b')",
    );
  });

  it("binds only the variables that it reads", () => {
    const newSpec = "[request.operation == 'DELETE' ? {} : object.?spec.orValue({})].exists(newSpec, ";
    expect(possible("variables.holder == ''")).toBe(`${newSpec}newSpec.?holderIdentity.orValue('') == '')`);
    const years =
      "size(text) == 27 ? text : text < '0' ? '0000-01-01T00:00:00.000000Z' : '9999-12-31T23:59:59.999999Z'";
    const renewTime = `[newSpec.?renewTime.optMap(text, type(text) != string ? '' : ${years}).orValue('')].exists(renewTime, `;
    expect(possible("variables.renewTime == ''")).toBe(`${newSpec}${renewTime}renewTime == ''))`);
  });
});

describe("variables", () => {
  const names = (expressions: readonly string[], kind: "Lease" | "LeaseCandidate" = "Lease") =>
    programOf(kind, celSettings, expressions).variables.map(({ name }) => name);

  it("are those that an expression reads, directly or through others, in order", () => {
    expect(names(["true"])).toEqual([]);
    expect(names(["variables.keepsHolder"])).toEqual(["newSpec", "oldSpec"]);
    expect(names(["variables.hasClock"]).slice(2)).toEqual([
      ...["renewTime", "oldRenewTime", "renewMicros", "oldRenewMicros", "changed", "writers", "stamp", "now"],
    ]);
    expect(names(["variables.pod == ''"], "LeaseCandidate")).toEqual(["pod"]);
  });

  it("that are inlined are part of the expressions, in parentheses unless they are one operand", () => {
    const { expressions } = programOf("Lease", celSettings, [
      "!variables.isNodeLease",
      "variables.holder != ''",
      "variables.stamp",
    ]);
    expect(expressions).toEqual([
      "!(request.namespace == 'kube-node-lease')",
      "variables.newSpec.?holderIdentity.orValue('') != ''",
      "variables.stamp",
    ]);
  });

  it.each(["Lease", "LeaseCandidate"] as const)(
    "of a %s read only earlier ones, and no two have the same name",
    (kind) => {
      const all = celVariables(kind, celSettings);
      const known = new Set<string>();
      for (const { name, expression } of all) {
        const read = Array.from(expression.matchAll(/\bvariables\.(\w+)/g), ([, each = ""]) => each);
        expect(
          read.filter((each) => !known.has(each)),
          name,
        ).toEqual([]);
        expect(known.has(name), name).toBe(false);
        known.add(name);
      }
    },
  );

  it.each(["Lease", "LeaseCandidate"] as const)("of a %s contain the clock skew allowance", (kind) => {
    expect(JSON.stringify(celVariables(kind, { ...celSettings, clockSkewMicros: 7_000_000 }))).toContain("7000000");
  });
});
