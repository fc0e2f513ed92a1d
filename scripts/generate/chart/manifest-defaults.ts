import { parse } from "yaml";
import type { JsonSchema } from "../json-schema.ts";
import type { ManifestDefaults } from "./chart-value.ts";
import type { Manifests } from "./templates.ts";

export function manifestDefaults({ base }: Manifests, policySchema: JsonSchema): ManifestDefaults {
  const read = (kind: string, path: string): unknown => {
    const object = base.files.flatMap(({ objects }) => objects).find((each) => each.kind === kind);
    const found = path.split("/").reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], object);
    if (found === undefined) throw new Error(`manifests/base must have a ${kind} with ${path}`);
    return found;
  };
  return {
    policy: parse(String(read("ConfigMap", "data/policy.yaml"))),
    policySchema,
    resources: read("Deployment", "spec/template/spec/containers/0/resources"),
    topologySpreadConstraints: read("Deployment", "spec/template/spec/topologySpreadConstraints"),
    timeoutSeconds: read("ValidatingWebhookConfiguration", "webhooks/0/timeoutSeconds"),
    leases: read("ValidatingWebhookConfiguration", "webhooks/0/rules/0/apiVersions"),
    leaseCandidates: read("ValidatingWebhookConfiguration", "webhooks/1/rules/0/apiVersions"),
  };
}
