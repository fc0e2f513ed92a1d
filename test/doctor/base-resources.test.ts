import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { baseResources } from "../../src/doctor/base-resources.ts";

const base = "manifests/base";

it("the resources of the base are those of its files", () => {
  const files = readdirSync(base).filter((name) => name !== "kustomization.yaml");
  const objects = files.map(
    (name) => parse(readFileSync(join(base, name), "utf8")) as { readonly apiVersion: string; readonly kind: string },
  );
  // The kustomization creates the ConfigMap from policy.yaml.
  const written = objects.map(({ apiVersion, kind }) => (kind === "Policy" ? "v1 ConfigMap" : `${apiVersion} ${kind}`));
  expect(baseResources.map((each) => `${each.apiVersion} ${each.kind}`).toSorted()).toEqual(
    [...new Set(written)].toSorted(),
  );
});
