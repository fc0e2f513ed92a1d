import { describe, expect, it } from "vitest";
import { differences } from "../live/harness/differences.ts";
import { documentedDifferences, leftOutOf } from "../live/harness/documented-differences.ts";
import { exported, strict } from "./exported.ts";

describe("docs/admission-policies.md", () => {
  it("has a row for each difference that the tests with real API servers know, and no other row", () => {
    expect(documentedDifferences.toSorted()).toEqual(Object.keys(differences).toSorted());
  });

  it("names what each omission of an export leaves out", () => {
    const { omissions } = exported(strict, { kubernetesVersion: "1.31", hasRelations: true });
    expect(omissions.length).toBeGreaterThan(20);
    for (const { rule, isPartial, reason } of omissions) {
      const part = isPartial
        ? reason.replace("the admission policies do not report ", "")
        : `the whole rule: ${reason}`;
      expect(leftOutOf(rule)).toContain(part.replace(": the rule needs Kubernetes", " before Kubernetes"));
    }
  });
});
