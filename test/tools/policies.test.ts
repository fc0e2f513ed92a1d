import { copyFileSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { baseFolder, componentFolder, readObjects } from "../manifests/base.ts";
import { rendered, renderedTogether } from "./rendered-overlay.ts";

const component = componentFolder("policies");
const written = readObjects(readFileSync(join(component, "policies.yaml"), "utf8"));
const page = readFileSync(join(baseFolder, "../../docs/admission-policies.md"), "utf8");
const byName = (objects: typeof written) =>
  objects.toSorted((a, b) => (a.kind + a.metadata.name < b.kind + b.metadata.name ? -1 : 1));

describe("the component policies", () => {
  test("is rendered without changes, alone and with the base", () => {
    expect(byName(rendered(component))).toEqual(byName(written));
    const both = renderedTogether(["components/policies"]);
    expect(byName(both.filter(({ kind }) => kind.startsWith("ValidatingAdmission")))).toEqual(byName(written));
    expect(both.length).toBe(written.length + rendered(baseFolder).length);
  });
});

describe("the kustomization of the page", () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "lease-guard-policies-")));
  afterAll(() => rmSync(folder, { recursive: true }));

  test("excludes a namespace in every binding, and changes no policy", () => {
    const [, kustomization = ""] =
      /^```yaml\n(resources:\n {2}- lease-guard-policies\.yaml\n[\s\S]*?)^```$/m.exec(page) ?? [];
    writeFileSync(join(folder, "kustomization.yaml"), kustomization);
    copyFileSync(join(component, "policies.yaml"), join(folder, "lease-guard-policies.yaml"));
    const expression = { key: "kubernetes.io/metadata.name", operator: "NotIn", values: ["kube-system"] };
    const matchResources = { namespaceSelector: { matchExpressions: [expression] } };
    const expected = written.map((object) =>
      object.kind === "ValidatingAdmissionPolicyBinding" && "spec" in object
        ? { ...object, spec: { ...(object.spec as object), matchResources } }
        : object,
    );
    expect(byName(rendered(folder))).toEqual(byName(expected));
  });
});
