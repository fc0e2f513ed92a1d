import fc from "fast-check";
import { expect, it, test } from "vitest";
import { readOutline } from "../../../../src/manifest/yaml/fast/read-outline.ts";
import { readYaml } from "../../../../src/manifest/yaml/read-yaml.ts";
import { nearPlainYaml } from "../near-plain-yaml.ts";

const definition = `# Source: crds/widgets.yaml
apiVersion: apiextensions.k8s.io/v1
kind: "CustomResourceDefinition"
metadata:
  annotations:
    name: inner
  name: widgets.example.com
  # a comment
  namespace: 'team-a'
spec:
  description: |-
    kind: Lease
  versions:
  - name: v1
    text: a plain scalar that
      continues: here
status: {}
list:
- kind: Lease
`;

it("returns the type and the names of an object", () => {
  expect(readOutline(definition)).toMatchObject({
    value: {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "widgets.example.com", namespace: "team-a" },
    },
    start: definition.indexOf("apiVersion"),
  });
});

test.each([
  ["another kind below", "status: {}", "kind: Lease"],
  ["a type that is not a word", 'kind: "CustomResourceDefinition"', "kind: &kind CustomResourceDefinition"],
  ["a type on two lines", 'kind: "CustomResourceDefinition"', "kind: Custom\n  Resource"],
  ["a merge key", "status: {}", "<<: {kind: Lease}"],
  ["a quoted key", "status: {}", '"kind": Lease'],
  ["metadata in braces", "metadata:\n", "metadata: {}\nother:\n"],
  ["no name", "  name: widgets.example.com\n", ""],
  ["a name with a template", "name: widgets.example.com", "name: '{{ .Name }}'"],
  ["the names twice", "  # a comment", "  name: b"],
  ["a bracket at the start of a line", "status: {}", "status: {\n}"],
  ["an end of the document", "status: {}", "..."],
  ["a list", definition, "- a: b\n"],
  ["JSON", definition, '{"kind": "Pod"}'],
  ["nothing", definition, ""],
])("leaves %s to the full reader", (_, part, replacement) => {
  expect(definition).toContain(part);
  expect(readOutline(definition.replace(part, replacement))).toBe(undefined);
});

const head = "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n";

it("returns what the full reader returns, of any text that is nearly plain YAML", () => {
  let count = 0;
  const property = fc.property(nearPlainYaml([definition]), fc.boolean(), (text, isWhole) => {
    const whole = isWhole ? text : head + text;
    const outline = readOutline(whole);
    const read = readYaml(whole);
    if (outline === undefined || !read.ok) return;
    count++;
    expect(read.value.value).toMatchObject(outline.value);
    expect(outline.start).toBe(read.value.start);
  });
  fc.assert(property, { numRuns: 5000 });
  expect(count).toBeGreaterThan(100);
});
