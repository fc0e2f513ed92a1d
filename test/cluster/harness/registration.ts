import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** The parts of a ValidatingWebhookConfiguration that a test looks at or changes. */
export interface Registration {
  readonly metadata: { readonly name: string };
  readonly webhooks: readonly RegisteredWebhook[];
}

/** One of its webhooks; fields that no test reads are carried along. */
export interface RegisteredWebhook {
  readonly name: string;
  readonly failurePolicy: string;
  readonly timeoutSeconds: number;
  readonly rules: readonly {
    readonly apiVersions: readonly string[];
    readonly operations: readonly string[];
    readonly [field: string]: unknown;
  }[];
  readonly namespaceSelector: { readonly matchExpressions: readonly { readonly values: readonly string[] }[] };
  readonly [field: string]: unknown;
}

const manifest = join(import.meta.dirname, "../../../manifests/base/validating-webhook-configuration.yaml");

/** Where the API server's configurations of this kind live. */
export const registrationsPath = "/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations";

/** The configuration as shipped, read anew. */
export function shippedRegistration(): Registration {
  return parse(readFileSync(manifest, "utf8"));
}

/** The same configuration with each of its webhooks changed. */
export function mapWebhooks(registration: Registration, change: (webhook: RegisteredWebhook) => RegisteredWebhook): Registration {
  return { ...registration, webhooks: registration.webhooks.map(change) };
}

/** The same configuration with each of its rules changed. */
export function mapRules(
  registration: Registration,
  change: (rule: RegisteredWebhook["rules"][number]) => Partial<RegisteredWebhook["rules"][number]>,
): Registration {
  return mapWebhooks(registration, (webhook) => ({ ...webhook, rules: webhook.rules.map((rule) => ({ ...rule, ...change(rule) })) }));
}

/** How many seconds the API server waits for us, as shipped. */
export function shippedTimeoutSeconds(): number {
  return Math.max(...shippedRegistration().webhooks.map(({ timeoutSeconds }) => timeoutSeconds));
}

/** The namespaces that the configuration as shipped leaves alone. */
export function excludedNamespaces(): readonly string[] {
  const names = shippedRegistration().webhooks.flatMap(({ namespaceSelector }) =>
    namespaceSelector.matchExpressions.flatMap(({ values }) => values),
  );
  return [...new Set(names)];
}
