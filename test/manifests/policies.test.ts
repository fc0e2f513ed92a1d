import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { explainExport } from "../../src/export/explain-export.ts";
import { celRules } from "../../src/rules/cel/index.ts";
import { rules } from "../../src/rules/index.ts";
import { baseFolder, componentFolder, readObjects } from "./base.ts";

const folder = componentFolder("policies");
const text = readFileSync(join(folder, "policies.yaml"), "utf8");
const { version } = JSON.parse(readFileSync(join(baseFolder, "../../package.json"), "utf8"));
const objects = readObjects(text);
const namesOf = (kind: string) => objects.filter((object) => object.kind === kind).map(({ metadata }) => metadata.name);

describe("the component policies", () => {
  test("is a component with one file", () => {
    expect(parse(readFileSync(join(folder, "kustomization.yaml"), "utf8"))).toEqual({
      apiVersion: "kustomize.config.k8s.io/v1alpha1",
      kind: "Component",
      resources: ["policies.yaml"],
    });
  });

  test("its first lines name the policy of the base, and how to switch the policies off", () => {
    const [first, second] = text.split("\n");
    expect(first).toBe(
      `# Exported by lease-guard ${version} from manifests/base/policy.yaml, for Kubernetes 1.30 and later.`,
    );
    expect(second).toMatch(/^# To switch all of this off: kubectl delete validatingadmissionpolicybindings -l \S+$/);
    const labels = (second ?? "").replace(/^.* -l /, "").split(",");
    for (const { metadata } of objects)
      expect(Object.entries(metadata.labels ?? {}).map((each) => each.join("="))).toEqual(
        expect.arrayContaining(labels),
      );
  });

  test("each policy has a binding of the same name", () => {
    expect(objects.length).toBeGreaterThan(3);
    expect(namesOf("ValidatingAdmissionPolicyBinding")).toEqual(namesOf("ValidatingAdmissionPolicy"));
    expect(namesOf("ValidatingAdmissionPolicy").length * 2).toBe(objects.length);
  });

  test("denies nothing, because no rule of tier protocol denies in the profile default", () => {
    expect(namesOf("ValidatingAdmissionPolicy").filter((name) => name.endsWith("-deny"))).toEqual([]);
  });

  test("contains every rule that Kubernetes 1.30 can evaluate, of this version", () => {
    const explained = explainExport(objects, version);
    expect(explained.map(({ isOlder, failurePolicy }) => ({ isOlder, failurePolicy }))).toEqual(
      explained.map(() => ({ isOlder: false, failurePolicy: "Ignore" })),
    );
    const possible = rules.filter(({ id, tier }) => {
      const cel = celRules.get(id);
      return tier === "protocol" && cel !== undefined && !("noCel" in cel) && cel.since === undefined;
    });
    const contained = explained.flatMap((each) =>
      each.rules.filter(({ isValidated }) => isValidated).map(({ rule }) => rule),
    );
    expect([...new Set(contained)].sort()).toEqual(possible.map(({ id }) => id).sort());
  });
});
