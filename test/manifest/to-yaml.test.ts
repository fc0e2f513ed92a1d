import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { yamlBooleans } from "../../src/core/text/yaml-boolean.ts";
import { toManifest } from "../../src/manifest/to-yaml.ts";
import { lastDocument } from "../harness/manifests.ts";
import { misreadTexts } from "../harness/misread-texts.ts";

/** Words and characters that YAML can misread, or fold. */
const part = fc.constantFrom(
  "variables.holder",
  "==",
  "'a  b'",
  " ",
  "  ",
  "#",
  ":",
  "- ",
  "'it\\'s'",
  '"',
  "{}",
  "|",
  ">-",
  "no",
  "0x1",
  "ä",
  "?",
);

/** Reads an object with YAML 1.2, and as kubectl does, with YAML 1.1. */
async function readings(object: object): Promise<readonly unknown[]> {
  const text = toManifest([], [object]);
  return [parse(text), (await lastDocument(text)).value];
}

describe("YAML", () => {
  it("keeps every expression and message, also if it folds them", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 60 }), async (parts) => {
        const text = parts.join(" ");
        const object = {
          spec: {
            validations: [{ expression: text, message: text }],
            variables: [{ name: "a", expression: parts.join("") }],
          },
        };
        expect(await readings(object)).toEqual([object, object]);
      }),
    );
  });

  it("keeps every string, key, and number, in YAML 1.1, too", async () => {
    const numberLike = fc.string({ unit: fc.constantFrom(..."01789_+-.eExobaf:") });
    const string = fc.oneof(fc.constantFrom(...misreadTexts), numberLike, fc.string({ unit: "binary" }));
    // YAML cannot contain half a surrogate pair. Maps in manifests have no key __proto__.
    const text = string.filter((each) => each.isWellFormed() && each !== "__proto__");
    const scalar = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null));
    await fc.assert(
      fc.asyncProperty(fc.dictionary(text, scalar), text, async (map, expression) => {
        const object = { map, list: [...Object.values(map)], expression, long: `${expression} `.repeat(20) };
        expect(await readings(object)).toEqual([object, object]);
      }),
    );
  });

  it("quotes only what kubectl misreads", () => {
    for (const word of yamlBooleans.keys()) expect(toManifest([], [{ a: word }])).toBe(`a: "${word}"\n`);
    expect(toManifest([], [{ a: "1_000", b: "2026-07-01T08:00:00.000000Z", c: "ab", d: true, e: 1 }])).toBe(
      'a: "1_000"\nb: 2026-07-01T08:00:00.000000Z\nc: ab\nd: true\ne: 1\n',
    );
  });

  it("folds only long expressions", () => {
    const expression = Array.from({ length: 30 }, (_, index) => `a${index}`).join(" && ");
    expect(toManifest([], [{ expression }])).toMatch(/^expression: >-\n( {2}.{1,118}\n)+$/);
    expect(toManifest([], [{ expression: "a == 'b'" }])).toBe("expression: a == 'b'\n");
  });
});
