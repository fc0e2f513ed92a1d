import { describe, expect, it } from "vitest";
import { parseDocument } from "yaml";
import { exportManifest } from "../../../src/cli/policy/export-manifest.ts";
import { exportPolicy } from "../../../src/export/export-policy.ts";
import { defaultPolicy } from "../../../src/policy/policy.ts";

const options = {
  kubernetesVersion: "1.36" as const,
  name: "a",
  isStatic: true,
  hasRelations: false,
  failsClosed: false,
  isSplit: false,
  now: new Date(0),
  version: "1.2.3",
};

describe("the manifest of an export", () => {
  const exported = exportPolicy(defaultPolicy, options);
  const text = exportManifest(exported, "policy.yaml", options);

  it("has no document without an object, with which kube-apiserver would not start", () => {
    const documents = text.split(/^---\n/m).map((document) => parseDocument(document));
    expect(documents.flatMap(({ errors }) => errors)).toEqual([]);
    expect(documents.map((document) => document.toJS())).toEqual(exported.objects);
  });

  it("starts with the source, how to switch the policies off, and what is left out", () => {
    const comments = text.split("\n").filter((line) => line.startsWith("# "));
    expect(comments[0]).toBe("# Exported by lease-guard 1.2.3 from policy.yaml, for Kubernetes 1.36 and later.");
    expect(comments[1]).toMatch(/^# To switch all of this off, remove this file/);
    expect(comments).toHaveLength(2 + exported.omissions.length);
  });

  it("has the command that deletes the fences of earlier exports, because it contains none", () => {
    const comments = exportManifest(exported, "policy.yaml", { ...options, isStatic: false }).split("\n");
    expect(comments[2]).toBe(
      "# To delete the fences of earlier exports with this name: kubectl delete validatingadmissionpolicybindings,validatingadmissionpolicies -l lease-guard.dev/export=a,lease-guard.dev/fence",
    );
  });
});
