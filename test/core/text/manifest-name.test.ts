import { expect, it } from "vitest";
import { isManifestName, isPolicyFileName } from "../../../src/core/text/manifest-name.ts";

it.each([
  ["lease.yaml", true, true],
  ["lease.yml", true, true],
  ["A.JSON", true, true],
  [".hidden.yaml", true, false],
  [".yaml", true, false],
  ["..data", false, false],
  ["lease.yaml.bak", false, false],
  ["yaml", false, false],
])("%s: manifest %s, policy %s", (name, manifest, policy) => {
  expect([isManifestName(name), isPolicyFileName(name)]).toEqual([manifest, policy]);
});
