import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readSections } from "../../scripts/rule-page.ts";
import type { RuleSettings } from "../../src/policy/policy.ts";
import { rules } from "../../src/rules/index.ts";

const cases = rules.flatMap(({ id, parameters }) => (parameters === undefined ? [] : [{ id, parameters }]));

/**
 * Returns the policy in the first part of a page, before the first `## ` heading. The policy shows
 * how to enable the rule.
 */
function shownPolicy(id: string): Readonly<Record<string, RuleSettings>> {
  const page = readFileSync(new URL(`../../docs/rules/${id}.md`, import.meta.url), "utf8");
  const [fence] = readSections(`## head\n${page}`)[0]?.fences ?? [];
  return (parse(fence?.text ?? "") as { readonly rules: Readonly<Record<string, RuleSettings>> }).rules;
}

describe.each(cases)("the parameters of $id", ({ id, parameters: { properties, required = [] } }) => {
  const schema = { type: "object", properties, required, additionalProperties: false, minProperties: 1 };
  const validate = new Ajv2020({ allErrors: true, strict: true }).compile(schema);

  it("have descriptions, and include the required ones", () => {
    expect(Object.keys(properties).length).toBeGreaterThan(0);
    for (const { description } of Object.values(properties)) expect(description).toMatch(/^[a-z].*[^.]$/);
    expect(Object.keys(properties)).toEqual(expect.arrayContaining([...required]));
  });

  it("match the example of its page", () => {
    const policy = shownPolicy(id);
    expect(Object.keys(policy)).toEqual([id]);
    const { scopes = [], ...general } = policy[id] ?? {};
    const shown = [general, ...scopes].flatMap((setting) =>
      setting.parameters === undefined ? [] : [setting.parameters],
    );
    expect(shown).not.toEqual([]);
    for (const each of shown)
      expect({ valid: validate(each), errors: validate.errors }).toEqual({ valid: true, errors: null });
  });

  it.each([
    {},
    { nobodyKnowsThis: 1 },
    ...Object.keys(properties).flatMap((name) => [null, true, "", [], [""], {}].map((bad) => ({ [name]: bad }))),
  ])("are not %j", (given) => expect(validate(given)).toBe(false));
});
