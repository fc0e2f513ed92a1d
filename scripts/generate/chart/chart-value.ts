import type { JsonSchema } from "../json-schema.ts";

/**
 * A value of the chart. `path` contains the names from the root of `values.yaml`, separated by
 * dots. `fallback` is the default.
 */
export interface ChartValue {
  readonly path: string;
  readonly fallback: unknown;
  readonly description: string;
  readonly schema: JsonSchema;
}

export interface ManifestDefaults {
  readonly policy: unknown;
  readonly policySchema: JsonSchema;
  readonly resources: unknown;
  readonly topologySpreadConstraints: unknown;
  readonly timeoutSeconds: unknown;
  readonly leases: unknown;
  readonly leaseCandidates: unknown;
}
