import fc from "fast-check";
import { expect, it } from "vitest";
import { readFastJson } from "../../../src/manifest/json/fast-json.ts";
import { readYaml } from "../../../src/manifest/yaml/read-yaml.ts";
import { paths } from "../../harness/manifests.ts";

it("a JSON value has the offset that the YAML reader finds, because JSON is YAML too", () => {
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
    const fast = readFastJson(json);
    const full = readYaml(json);
    if (!fast?.ok || !full.ok) throw new Error(`both must read ${json}`);
    const all = Array.from(paths(object));
    expect(all.map(fast.value.offsetOf)).toEqual(all.map(full.value.offsetOf));
  });
  fc.assert(property, { numRuns: 300 });
});
