import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { here } from "./checkout.ts";

interface Field {
  readonly type: string;
  readonly id?: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

const folder = join(here, ".github/ISSUE_TEMPLATE");
const forms = readdirSync(folder).filter((name) => name !== "config.yml");

it("the issue forms are for bugs, false denials, and rules", () => {
  expect(forms.toSorted()).toEqual(["bug.yml", "false-denial.yml", "rule-proposal.yml"]);
});

describe.each(forms)("%s", (name) => {
  const form = parse(readFileSync(join(folder, name), "utf8"));
  const fields = form.body as readonly Field[];
  const inputs = fields.filter(({ type }) => type !== "markdown");

  it("has what GitHub requires of a form", () => {
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String), labels: [expect.any(String)] });
    expect(fields.filter(({ type }) => !["markdown", "textarea", "input", "dropdown"].includes(type))).toEqual([]);
    expect(new Set(inputs.map(({ id }) => id)).size).toBe(inputs.length);
    expect(inputs.filter(({ id = "", attributes }) => !/^[a-z-]+$/.test(id) || typeof attributes["label"] !== "string")).toEqual([]);
  });
});
