import { expect, it } from "vitest";
import { looksLikeBoolean, yamlBooleans } from "../../../src/core/text/yaml-boolean.ts";

it("has the booleans of YAML 1.1", () => {
  const words = [...yamlBooleans.keys()].join("|");
  // https://yaml.org/type/bool.html
  expect(words.split("|").toSorted()).toEqual(
    "y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF".split("|").toSorted(),
  );
  expect([yamlBooleans.get("On"), yamlBooleans.get("OFF")]).toEqual([true, false]);
});

it.each([
  ["off", true],
  ["oFF", true],
  ["offer", false],
  ["", false],
])("%j looks like a boolean: %s", (text, expected) => {
  expect(looksLikeBoolean(text)).toBe(expected);
});
