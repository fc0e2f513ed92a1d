import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { readPolicyText } from "../../src/playground/evaluate.ts";
import { exportText } from "../../src/playground/export-text.ts";

const now = new Date("2026-07-01T08:00:00Z");

describe("the export of a policy", () => {
  it("contains policies and bindings, and names what it omits", () => {
    const { policy } = readPolicyText("", now);
    if (policy === undefined) throw new Error("the default policy is valid");
    const text = exportText(policy, now, { kubernetesVersion: "1.36", version: "1.2.3" });
    expect(text).toMatch(/^# (?:partly|not) exported: /);
    const kinds = parseAllDocuments(text).map((document) => document.get("kind"));
    expect(new Set(kinds)).toEqual(new Set(["ValidatingAdmissionPolicy", "ValidatingAdmissionPolicyBinding"]));
  });
});
