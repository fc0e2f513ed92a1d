import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Severity } from "../../src/core/field/severity.ts";
import type { DoctorCheckId } from "../../src/doctor/check.ts";
import { type Diagnosis, type DoctorFinding, diagnose } from "../../src/doctor/diagnose.ts";
import type { DoctorOptions } from "../../src/doctor/examined.ts";
import type { Snapshot } from "../../src/installation/snapshot.ts";
import { type Changeable, type DoctorCluster, goodCluster, options } from "./doctor-cluster.ts";
import { lastDocument } from "./manifests.ts";

export interface Changes {
  readonly plant?: (cluster: DoctorCluster) => void;
  readonly facts?: (cluster: DoctorCluster) => Partial<Snapshot>;
  readonly options?: Partial<DoctorOptions>;
}

/** A misconfiguration, and the only check that must report it. */
export interface Planted extends Changes {
  readonly finds: readonly [id: DoctorCheckId, severity: Severity, field: string];
  /** A part of the message or of the remedy. */
  readonly says?: string;
}

export function diagnosed({ plant, facts, options: changed }: Changes): Diagnosis {
  const cluster = goodCluster();
  plant?.(cluster);
  return diagnose(cluster.snapshot(facts?.(cluster)), { ...options, ...changed });
}

/** Tests that exactly one check reports each misconfiguration, with the field to change. */
export function testPlanted(planted: Readonly<Record<string, Planted>>): void {
  test.each(Object.entries(planted))("%s", (_, { finds: [id, severity, field], says = "", ...changes }) => {
    const { findings } = diagnosed(changes);
    expect([...new Set(findings.map((finding) => finding.id))]).toEqual([id]);
    expect(findings[0]).toMatchObject({ id, severity, field });
    expect(findings.filter((finding) => findings.some((other) => isInside(finding, other)))).toEqual([]);
    expect([findings[0]?.message, ...(findings[0]?.remedy ?? [])].join("\n")).toContain(says);
  });
}

/** Reports whether a finding is about a part of the field that another finding names. */
function isInside({ object, field }: DoctorFinding, other: DoctorFinding): boolean {
  const isSameObject = object?.kind === other.object?.kind && object?.name === other.object?.name;
  return isSameObject && field.length > other.field.length && field.startsWith(other.field);
}

/** The kind of the objects that register webhooks. */
export const webhook = "ValidatingWebhookConfiguration";

/** Returns a change that sets the same field of both webhooks. */
export function inBoth(path: readonly (string | number)[], value: unknown): (cluster: DoctorCluster) => void {
  return (cluster) => {
    for (const index of [0, 1]) cluster.set(webhook, ["webhooks", index, ...path], value);
  };
}

/** Changes the cluster as the component `fail-closed` does. */
export function failsClosed(cluster: DoctorCluster): void {
  inBoth(["failurePolicy"], "Fail")(cluster);
  cluster.set("Deployment", ["spec", "replicas"], 3);
  cluster.set("Deployment", ["status", "availableReplicas"], 3);
  cluster.set("PodDisruptionBudget", ["spec", "minAvailable"], 2);
}

/** Returns a change that sets the policy. The first line of `text` is line 3. */
export function policyOf(text: string): (cluster: DoctorCluster) => void {
  return (cluster) =>
    cluster.set("ConfigMap", ["data", "policy.yaml"], `apiVersion: lease-guard.dev/v1alpha1\nkind: Policy\n${text}`);
}

const selfManaged = ["role", "role-binding", "cluster-role", "cluster-role-binding"];
const permissions = await Promise.all(
  selfManaged.map(async (name) => {
    const file = join(import.meta.dirname, `../../manifests/components/self-managed/${name}.yaml`);
    return (await lastDocument(readFileSync(file, "utf8"))).value as Changeable;
  }),
);

/** Adds the permissions of the CronJob that renews the certificates. */
export function permitRenewal({ add }: Pick<DoctorCluster, "add">): void {
  for (const object of permissions) add(structuredClone(object));
}
