import { readFileSync } from "node:fs";
import { join } from "node:path";
import { objectsAt } from "../../../src/core/api/fields.ts";
import { eventually } from "./eventually.ts";
import { expectStatus, type World } from "./world.ts";

/**
 * A kind of reports that a cluster can serve. `name` is the name of its CustomResourceDefinition.
 */
export interface ReportDefinition {
  readonly name: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly resource: string;
}

/** OpenReports, which lease-guard prefers. */
export const openReports: ReportDefinition = {
  name: "reports.openreports.io",
  apiVersion: "openreports.io/v1alpha1",
  kind: "Report",
  resource: "reports",
};

/** The reports of earlier versions of Kyverno and other tools. */
export const policyReports: ReportDefinition = {
  name: "policyreports.wgpolicyk8s.io",
  apiVersion: "wgpolicyk8s.io/v1alpha2",
  kind: "PolicyReport",
  resource: "policyreports",
};

const definitionsPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/** Creates the CustomResourceDefinition, and returns when the API server serves its resource. */
export async function serve(world: World, { name, apiVersion, resource }: ReportDefinition): Promise<void> {
  const file = join(import.meta.dirname, `../../fixtures/report-crds/${name}.json`);
  expectStatus(201, await world.api.call("POST", definitionsPath, { body: JSON.parse(readFileSync(file, "utf8")) }));
  await untilServed(world, apiVersion, resource);
}

/**
 * Returns when the API server serves the resource, and lists it among the resources of the API
 * version. Either can happen first.
 */
export async function untilServed({ api }: World, apiVersion: string, resource: string): Promise<void> {
  await eventually(`the API server serves ${resource} of ${apiVersion}`, 30_000, async () => {
    const { status } = await api.call("GET", `/apis/${apiVersion}/${resource}`);
    const { body } = await api.call("GET", `/apis/${apiVersion}`);
    return status === 200 && objectsAt(body, "resources").some(({ name }) => name === resource) ? true : undefined;
  });
}

/** Deletes the CustomResourceDefinition with all reports, and returns when the resource is gone. */
export async function stopServing(world: World, { name, apiVersion }: ReportDefinition): Promise<void> {
  expectStatus(200, await world.api.call("DELETE", `${definitionsPath}/${name}`));
  await eventually(`the API server no longer serves ${name}`, 60_000, async () =>
    (await world.api.call("GET", `/apis/${apiVersion}`)).status === 404 ? true : undefined,
  );
}
