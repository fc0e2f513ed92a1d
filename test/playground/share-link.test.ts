import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { PlaygroundInput } from "../../src/playground/playground-input.ts";
import { emptyInput, fromFragment, toFragment } from "../../src/playground/share-link.ts";

const full: PlaygroundInput = {
  object: "kind: Lease\nmetadata: { name: ä€😀 }\n",
  oldObject: "b",
  beside: "c",
  policy: "d",
  operation: "UPDATE",
  user: "jane",
  groups: "a, b",
  pod: "p",
  node: "n",
  now: "2026-07-01T08:00:00Z",
  kubernetesVersion: "1.33",
};
const packed = (value: unknown): string => `1${deflateRawSync(JSON.stringify(value)).toString("base64url")}`;

describe("a share link", () => {
  it.each([
    ["every field", full],
    ["no field", emptyInput],
    ["a long text", { ...emptyInput, object: "x".repeat(262_144) }],
  ])("keeps %s", async (_, input) => {
    const fragment = await toFragment(input);
    expect(fragment).toMatch(/^1[\w-]+$/);
    expect(fragment.length).toBeLessThan(500);
    expect(await fromFragment(fragment)).toEqual({ ok: true, value: { input } });
  });

  it("ignores unknown fields", async () => {
    expect(await fromFragment(packed({ object: "a", later: 1 }))).toEqual({
      ok: true,
      value: { input: { ...emptyInput, object: "a" } },
    });
  });

  it("of a later Kubernetes version opens with the newest known version", async () => {
    expect(await fromFragment(packed({ kubernetesVersion: "1.99" }))).toEqual({
      ok: true,
      value: { input: emptyInput, warning: "Kubernetes 1.99 is not tested yet; using 1.38" },
    });
  });

  it.each([
    ["no text", ""],
    ["another version", "2abc"],
    ["no base64", "1%%%"],
    ["no deflated bytes", "1abcd"],
    ["a part of a link", packed(full).slice(0, 40)],
    ["no object", packed([])],
    ["a number", packed({ object: 1 })],
    ["an unknown operation", packed({ operation: "CONNECT" })],
    ["an unknown Kubernetes version", packed({ kubernetesVersion: "1.2" })],
    ["a text of many megabytes", packed({ object: "x".repeat(3_000_000) })],
  ])("fails for %s", async (_, fragment) => {
    expect(await fromFragment(fragment)).toMatchObject({ ok: false });
  });
});
