import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { toManifest } from "../../src/manifest/to-yaml.ts";
import { misreadTexts } from "../harness/misread-texts.ts";

it("kubectl reads each string that toManifest writes as this string", () => {
  const data = Object.fromEntries(misreadTexts.map((text, index) => [`key-${index}`, text]));
  const keyed = Object.fromEntries(misreadTexts.map((text, index) => [text, String(index)]));
  const object = {
    ...{ apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "on", labels: { app: "no" } } },
    spec: { data, keyed, list: misreadTexts },
  };
  const printed = execFileSync("kubectl", ["annotate", "--local", "-f", "-", "a=1", "-o", "json"], {
    input: toManifest([], [object]),
    encoding: "utf8",
  });
  expect(JSON.parse(printed)).toEqual({ ...object, metadata: { ...object.metadata, annotations: { a: "1" } } });
});
