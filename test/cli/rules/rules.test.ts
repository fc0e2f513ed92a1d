import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { rules } from "../../../src/rules/index.ts";
import { runCli, startCli } from "../../harness/cli.ts";

describe.concurrent("rules", () => {
  it("are in a table in the order of their ids", async () => {
    const { code, stdout, stderr } = await runCli(["rules"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const [head = "", ...rows] = stdout.trimEnd().split("\n");
    expect(head).toMatch(/^RULE +TIER +MODE +KINDS +OPERATIONS +DESCRIPTION$/);
    expect(rows.map((row) => row.split(" ")[0])).toEqual(rules.map(({ id }) => id));
    const column = head.indexOf("DESCRIPTION");
    expect(rows.map((row) => row.slice(column))).toEqual(rules.map(({ description }) => description));
    expect(rows).toContainEqual(
      expect.stringMatching(
        /^lease-candidate\/lease-name-valid +protocol +warn +LeaseCandidate +CREATE +leaseName must be /,
      ),
    );
  });

  it("are JSON that matches its schema", async () => {
    const { code, stdout } = await runCli(["rules", "-o", "json"]);
    const list: unknown = JSON.parse(stdout);
    const schema = JSON.parse(readFileSync("schemas/report/v1alpha1/rule-list.json", "utf8")) as object;
    const check = new Ajv2020({ allErrors: true }).compile(schema);
    expect({ code, valid: check(list), errors: check.errors }).toEqual({ code: 0, valid: true, errors: null });
    const { items } = list as { readonly items: readonly Readonly<Record<string, unknown>>[] };
    expect(items.map(({ id }) => id)).toEqual(rules.map(({ id }) => id));
    expect(items).toContainEqual({
      id: "lease-candidate/lease-name-valid",
      tier: "protocol",
      mode: "warn",
      strictMode: "deny",
      kinds: ["LeaseCandidate"],
      operations: ["CREATE"],
      description: "leaseName must be the name of a Lease that can exist",
    });
    expect(items).toContainEqual(
      expect.objectContaining({
        id: "lease/duration-jump-bounded",
        mode: "off",
        strictMode: "off",
        parameters: { properties: { maxFactor: expect.objectContaining({ type: "number" }) }, required: ["maxFactor"] },
      }),
    );
    expect(check({ apiVersion: "report.lease-guard.dev/v1alpha1", kind: "RuleList", items: [{ id: "x" }] })).toBe(
      false,
    );
  });

  it("end without an error if the reader leaves", async () => {
    const left = startCli(["rules"]);
    left.child.stdout?.destroy();
    expect(await left.ended()).toMatchObject({ code: 0, stderr: "" });
  });
});
