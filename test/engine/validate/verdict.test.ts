import { describe, expect, it } from "vitest";
import { forbidden, invalid } from "../../../src/core/field/error.ts";
import type { RuleFinding } from "../../../src/engine/validate/compile-rules.ts";
import { denials, type Finding, toStatus, warnings } from "../../../src/engine/validate/verdict.ts";

const gvk = { group: "coordination.k8s.io", version: "v1", kind: "Lease" };
const finding = (tier: RuleFinding["tier"], mode: RuleFinding["mode"] = "deny"): Finding => ({
  ...invalid(["spec", tier], 1, "must not be"),
  source: "rule",
  origin: `lease/${tier}`,
  tier,
  mode,
});
const undecodable: Finding = {
  ...invalid(["spec"], 1, "must be an object"),
  source: "schema",
  origin: "schema/type",
  mode: "deny",
};
const text = (tier: string) => `spec.${tier}: Invalid value: 1: must not be (lease/${tier})`;

describe("a verdict", () => {
  it("denies and warns by the mode of each finding", () => {
    const findings = (["deny", "warn", "audit"] as const).map((mode) => finding("protocol", mode));
    const verdict = { findings: [...findings, undecodable], crashes: [], abstained: [] };
    expect(denials(verdict)).toEqual([findings[0], undecodable]);
    expect(warnings(verdict)).toEqual([findings[1]]);
  });
});

describe("the status of a denial", () => {
  const invalidStatus = { code: 422, reason: "Invalid", status: "Failure" };
  const forbiddenStatus = { code: 403, reason: "Forbidden", status: "Failure" };

  it.each<readonly [string, readonly Finding[], object, string]>([
    [
      "by a rule of tier api",
      [finding("api")],
      invalidStatus,
      `Lease.coordination.k8s.io "x" is invalid: ${text("api")}`,
    ],
    [
      "by the schema",
      [undecodable],
      invalidStatus,
      'Lease.coordination.k8s.io "x" is invalid: spec: Invalid value: 1: must be an object (schema/type)',
    ],
    [
      "by the protocol",
      [finding("protocol")],
      forbiddenStatus,
      `leases.coordination.k8s.io "x" is forbidden: ${text("protocol")}`,
    ],
    [
      "by an operator",
      [finding("policy")],
      forbiddenStatus,
      `leases.coordination.k8s.io "x" is forbidden: ${text("policy")}`,
    ],
    [
      "by the protocol and an operator",
      [finding("policy"), finding("protocol")],
      forbiddenStatus,
      `leases.coordination.k8s.io "x" is forbidden: [${text("policy")}, ${text("protocol")}]`,
    ],
    [
      "by rules of all tiers",
      [finding("policy"), finding("api"), finding("protocol")],
      invalidStatus,
      `Lease.coordination.k8s.io "x" is invalid: [${text("policy")}, ${text("api")}, ${text("protocol")}]`,
    ],
  ])("%s", (_, findings, status, message) => {
    const made = toStatus(gvk, "x", findings);
    expect(made).toMatchObject({
      ...status,
      message,
      details: { name: "x", group: "coordination.k8s.io", kind: "Lease" },
    });
    expect(made.details?.causes).toHaveLength(findings.length);
  });

  it("says only once that a write is forbidden", () => {
    const whole: Finding = {
      ...finding("policy"),
      ...forbidden([], "must be written by a user the policy allows"),
      badValue: undefined,
    };
    const detail = "must be written by a user the policy allows (lease/policy)";
    expect(toStatus(gvk, "x", [whole])).toMatchObject({
      message: `leases.coordination.k8s.io "x" is forbidden: ${detail}`,
      details: { causes: [{ reason: "FieldValueForbidden", message: `Forbidden: ${detail}`, field: "" }] },
    });
    expect(toStatus(gvk, "x", [finding("api"), whole]).message).toContain(`, Forbidden: ${detail}]`);
  });

  it("names the resource of a LeaseCandidate, and the kind of any other object", () => {
    const message = (version: string, kind: string) =>
      toStatus({ ...gvk, version, kind }, "x", [finding("policy")]).message;
    expect(message("v1beta1", "LeaseCandidate")).toMatch(/^leasecandidates\.coordination\.k8s\.io "x" is forbidden: /);
    expect(message("v7", "LeaseCandidate")).toMatch(/^LeaseCandidate\.coordination\.k8s\.io "x" is forbidden: /);
  });

  it.each(["api", "policy"] as const)("lists 100 causes of tier %s, and notes that there are more", (tier) => {
    const hundred = Array.from({ length: 100 }, () => finding(tier));
    const whole = toStatus(gvk, "x", hundred);
    expect(whole.message.endsWith(`${text(tier)}]`)).toBe(true);
    const cut = toStatus(gvk, "x", [...hundred, finding(tier)]);
    expect(cut.message.endsWith(`${text(tier)}] and more`)).toBe(true);
    expect(cut.details?.causes).toHaveLength(100);
  });

  it("lists as many long causes as fit into 16 KiB, and repeats those of the first 8 KiB in the message", () => {
    const long = { ...finding("policy"), detail: "é".repeat(180) };
    const { message, details } = toStatus(
      gvk,
      "x",
      Array.from({ length: 100 }, () => long),
    );
    const causes = details?.causes ?? [];
    const each = Buffer.byteLength(`${causes[0]?.field}${causes[0]?.message}`);
    expect(causes).toHaveLength(Math.floor((16 * 1024) / each));
    expect(message.split("spec.policy: ")).toHaveLength(1 + Math.floor((8 * 1024) / each));
    expect(message.endsWith("] and more")).toBe(true);
  });

  it("is invalid even if the cause for this is not listed", () => {
    const findings = [...Array.from({ length: 100 }, () => finding("policy")), finding("api")];
    expect(toStatus(gvk, "x", findings).code).toBe(422);
  });
});
