import { readBase } from "../../manifests/base.ts";

/** The parts of a ValidatingWebhookConfiguration that a test reads or changes. */
export interface Registration {
  readonly metadata: { readonly name: string };
  readonly webhooks: readonly RegisteredWebhook[];
}

/**
 * A webhook of the configuration. The functions below also keep the fields that are not in this
 * type.
 */
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

/** The API path of the group of webhook configurations and of ValidatingAdmissionPolicies. */
export const admissionPath = "/apis/admissionregistration.k8s.io/v1";

/** The API path of ValidatingWebhookConfigurations. */
export const registrationsPath: string = `${admissionPath}/validatingwebhookconfigurations`;

/** Reads the published configuration from the manifests. */
export function shippedRegistration(): Registration {
  return readBase("validating-webhook-configuration.yaml");
}

/** Returns a copy of the configuration in which `change` replaces each webhook. */
export function mapWebhooks(
  registration: Registration,
  change: (webhook: RegisteredWebhook) => RegisteredWebhook,
): Registration {
  return { ...registration, webhooks: registration.webhooks.map(change) };
}

/** Returns a copy of the configuration in which `change` replaces fields of each rule. */
export function mapRules(
  registration: Registration,
  change: (rule: RegisteredWebhook["rules"][number]) => Partial<RegisteredWebhook["rules"][number]>,
): Registration {
  return mapWebhooks(registration, (webhook) => ({
    ...webhook,
    rules: webhook.rules.map((rule) => ({ ...rule, ...change(rule) })),
  }));
}

/** Returns the longest timeout in the published configuration, in seconds. */
export function shippedTimeoutSeconds(): number {
  return Math.max(...shippedRegistration().webhooks.map(({ timeoutSeconds }) => timeoutSeconds));
}

/** Returns the namespaces that the published configuration excludes. */
export function excludedNamespaces(): readonly string[] {
  const names = shippedRegistration().webhooks.flatMap(({ namespaceSelector }) =>
    namespaceSelector.matchExpressions.flatMap(({ values }) => values),
  );
  return [...new Set(names)];
}
