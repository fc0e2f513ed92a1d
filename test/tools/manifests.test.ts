import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { baseFolder, type KubernetesObject, manifestNames, readObjects } from "../manifests/base.ts";

test("kustomize renders the base without changes", () => {
  const rendered = readObjects(execFileSync("kubectl", ["kustomize", baseFolder], { encoding: "utf8" }));
  const written = manifestNames.flatMap((name) => readObjects(readFileSync(join(baseFolder, name), "utf8")));
  const byKind = (objects: readonly KubernetesObject[]) => new Map(objects.map((object) => [object.kind, object]));
  expect(rendered).toHaveLength(manifestNames.length);
  expect(byKind(rendered)).toEqual(byKind(written));
});
