import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fieldValidations } from "../../src/core/api/field-validation.ts";
import { runCli } from "../harness/cli.ts";
import { newest } from "./harness/release.ts";
import { startWorld, type World } from "./harness/world.ts";

/** The treatment of an unknown or duplicate field in a manifest. */
type Treatment = "denied" | "warned" | "accepted";

const own: Readonly<Record<(typeof fieldValidations)[number], Treatment>> = {
  strict: "denied",
  warn: "warned",
  ignore: "accepted",
};

function lease(metadata: string, spec: string, more = ""): string {
  return `apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: { name: a, namespace: default${metadata} }\nspec: { ${spec} }\n${more}`;
}

const typo = lease("", "leaseDurationSecond: 15");
const indented = (text: string): string => text.trimEnd().replaceAll("\n", "\n    ");

/** Manifests with a field that kubectl rejects, with the flag `--validate=strict`. */
const unknown: readonly (readonly [name: string, text: string])[] = [
  ["a wrong name", typo],
  ["another letter case", lease("", "leasedurationseconds: 15")],
  ["a field at the top level", lease("", "", "holderIdentity: a\n")],
  ["a field of the metadata", lease(", lables: {}", "")],
  ["an item of a List", `apiVersion: v1\nkind: List\nitems:\n  - ${indented(typo)}\n`],
  ["an unknown field that is also a duplicate field", lease("", "other: 1, other: 2")],
];

/** Manifests without an unknown field. */
const known: readonly (readonly [name: string, text: string])[] = [
  [
    "all fields of a Lease",
    lease(", labels: { any: thing }", "holderIdentity: a, leaseDurationSeconds: 15, leaseTransitions: 1"),
  ],
  ["a List with an unknown field", `apiVersion: v1\nkind: List\nother: 1\nitems:\n  - ${indented(lease("", ""))}\n`],
];

describe("kubectl and check have the same default, and treat an unknown field in the same way", () => {
  const folder = mkdtempSync(join(tmpdir(), "lease-guard-field-validation-"));
  const file = join(folder, "lease.yaml");
  let world: World;

  beforeAll(async () => {
    world = await startWorld(newest);
  });
  afterAll(async () => {
    await world?.stop();
    rmSync(folder, { recursive: true });
  });

  async function byKubectl(flags: readonly string[]): Promise<Treatment> {
    const { status, stderr } = await world.kubectl(["create", "--dry-run=server", ...flags, "-f", file]);
    if (status !== 0) expect(stderr).toContain("unknown field");
    return status !== 0 ? "denied" : stderr.includes("Warning: unknown field") ? "warned" : "accepted";
  }

  async function byCheck(flags: readonly string[]): Promise<Treatment> {
    const { stdout } = await runCli(["check", "--no-config", ...flags, "-o", "github", file]);
    if (stdout.includes("::error")) return "denied";
    return stdout.includes("::warning") ? "warned" : "accepted";
  }

  const modes = [
    ...fieldValidations.map((each) => [[`--validate=${each}`], own[each]] as const),
    [[], "denied"] as const,
  ];

  test.each(modes.flatMap(([flags, treatment]) => unknown.map(([name, text]) => ({ name, flags, treatment, text }))))(
    "$name, with $flags: $treatment",
    async ({ text, flags, treatment }) => {
      writeFileSync(file, text);
      expect([await byKubectl(flags), await byCheck(flags)]).toEqual([treatment, treatment]);
    },
  );

  test.each(known)("%s is accepted", async (_, text) => {
    writeFileSync(file, text);
    expect([await byKubectl([]), await byCheck([])]).toEqual(["accepted", "accepted"]);
  });

  test.each([
    ["YAML", lease("", "leaseDurationSeconds: 15, leaseDurationSeconds: 30")],
    [
      "JSON",
      '{"apiVersion":"coordination.k8s.io/v1","kind":"Lease","metadata":{"name":"a","name":"a","namespace":"default"},"spec":{"leaseDurationSeconds":15}}',
    ],
  ])("a duplicate field in %s: kubectl accepts it, and check does not", async (_, text) => {
    writeFileSync(file, text);
    expect([await byKubectl([]), await byCheck([])]).toEqual(["accepted", "denied"]);
  });
});
