import fc from "fast-check";
import { expect, it } from "vitest";
import { readFastJson } from "../../../src/manifest/json/fast-json.ts";
import { readYaml } from "../../../src/manifest/yaml/read-yaml.ts";
import { paths } from "../../harness/manifests.ts";

it("a value of JSON stands where the YAML reader finds it, for JSON is YAML too", () => {
  const text = fc.string({ unit: "grapheme-ascii", maxLength: 8 });
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom(null, true, false, 0, -1, 1.5, "", '"', "\\", '\\"', "[", "}"),
      text,
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(text, tie("value"), { maxKeys: 4 }),
    ),
  }));
  const property = fc.property(fc.dictionary(text, value), fc.constantFrom("", " ", "\n"), (object, indent) => {
    const json = indent + JSON.stringify(object, null, indent);
    const usual = readFastJson(json);
    const full = readYaml(json);
    if (usual === undefined || "fault" in full) throw new Error(`both must read ${json}`);
    const all = Array.from(paths(object));
    expect(all.map(usual.find)).toEqual(all.map(full.find));
  });
  fc.assert(property, { numRuns: 300 });
});
