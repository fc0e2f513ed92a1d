import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { toManifest } from "../../src/manifest/to-yaml.ts";

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

describe("YAML", () => {
  it("keeps every expression and message, also if it folds them", () => {
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const text = parts.join(" ");
        const object = {
          spec: {
            validations: [{ expression: text, message: text }],
            variables: [{ name: "a", expression: parts.join("") }],
          },
        };
        expect(parse(toManifest([], [object]))).toEqual(object);
      }),
    );
  });

  it("folds only long expressions", () => {
    const expression = Array.from({ length: 30 }, (_, index) => `a${index}`).join(" && ");
    expect(toManifest([], [{ expression }])).toMatch(/^expression: >-\n( {2}.{1,118}\n)+$/);
    expect(toManifest([], [{ expression: "a == 'b'" }])).toBe("expression: a == 'b'\n");
  });
});
