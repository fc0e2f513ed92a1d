import { listPath, objectPath } from "../core/api/requests.ts";
import { encodeBase64 } from "../core/text/decode-text.ts";
import { ownLabel, partOfLabel } from "../core/text/installed-name.ts";
import type { ApiServer } from "./api-server.ts";
import { undefinedIfMissing } from "./cluster-error.ts";

/** A Secret of the cluster. The values are decoded from base64. */
export interface Secret {
  readonly type: string | undefined;
  readonly data: Readonly<Record<string, string>>;
  readonly object: SecretObject;
}

/** A Secret as the API server sends it. The values are in base64. */
interface SecretObject {
  readonly metadata?: object;
  readonly type?: string;
  readonly data?: Readonly<Record<string, string>>;
}

export interface SecretChange {
  readonly namespace: string;
  readonly name: string;
  readonly type: string;
  readonly data: Readonly<Record<string, string>>;
}

/**
 * The name and the `caBundle` of a webhook in a ValidatingWebhookConfiguration. The `caBundle` is
 * in base64.
 */
export interface WebhookBundle {
  readonly name: string;
  readonly caBundle?: string;
}

interface WebhookConfiguration {
  readonly webhooks?: readonly { readonly name: string; readonly clientConfig: { readonly caBundle?: string } }[];
}

/** Reads a Secret. Returns undefined if the Secret does not exist. */
export async function readSecret(api: ApiServer, namespace: string, name: string): Promise<Secret | undefined> {
  const response = await api({ method: "GET", path: secretPath(namespace, name) }).catch(undefinedIfMissing);
  const object = response?.body as SecretObject | undefined;
  return object && { type: object.type, data: mapValues(object.data ?? {}, secretText), object };
}

/**
 * Creates the Secret if `read` is undefined, and otherwise updates the Secret. Keeps the labels,
 * and the values that `data` does not set. Rejects if the Secret has changed since `read`.
 */
export async function writeSecret(
  api: ApiServer,
  { namespace, name, type, data }: SecretChange,
  read: Secret | undefined,
): Promise<void> {
  const body = {
    ...(read?.object ?? newSecret(name, type)),
    data: { ...read?.object.data, ...mapValues(data, encodeBase64) },
  };
  await api(
    read
      ? { method: "PUT", path: secretPath(namespace, name), body }
      : { method: "POST", path: listPath("v1", namespace, "secrets"), body },
  );
}

export async function readWebhooks(api: ApiServer, configuration: string): Promise<readonly WebhookBundle[]> {
  const { body } = await api({ method: "GET", path: configurationPath(configuration) });
  const { webhooks = [] } = body as WebhookConfiguration;
  return webhooks.map(({ name, clientConfig: { caBundle } }) => ({
    name,
    ...(caBundle !== undefined && { caBundle }),
  }));
}

/**
 * Changes the `caBundle` of the webhooks in `read`, in one request. Rejects if the name or the
 * `caBundle` of one of these webhooks has changed since `read`.
 */
export async function patchCaBundles(
  api: ApiServer,
  configuration: string,
  read: readonly WebhookBundle[],
  caBundles: readonly string[],
): Promise<void> {
  const body = read.flatMap((webhook, index) => caBundleOperations(index, webhook, caBundles[index] ?? ""));
  await api({
    method: "PATCH",
    path: configurationPath(configuration),
    body,
    contentType: "application/json-patch+json",
  });
}

function secretPath(namespace: string, name: string): string {
  return objectPath({ apiVersion: "v1", namespace, resource: "secrets", name });
}

function configurationPath(name: string): string {
  const resource = "validatingwebhookconfigurations";
  return objectPath({ apiVersion: "admissionregistration.k8s.io/v1", namespace: undefined, resource, name });
}

/**
 * Returns the JSON Patch operations that change one `caBundle`. If the webhook has another index
 * now, the test of the name fails. If the `caBundle` is absent, a test for null succeeds.
 */
function caBundleOperations(index: number, { name, caBundle }: WebhookBundle, value: string): readonly object[] {
  const path = `/webhooks/${index}/clientConfig/caBundle`;
  return [
    { op: "test", path: `/webhooks/${index}/name`, value: name },
    { op: "test", path, value: caBundle ?? null },
    { op: "add", path, value },
  ];
}

function newSecret(name: string, type: string): SecretObject {
  const labels = { ...ownLabel, "app.kubernetes.io/component": "certificates", ...partOfLabel };
  return { metadata: { name, labels }, type };
}

/** Returns the text of a value of a Secret. kube-apiserver stores only values that are base64. */
function secretText(value: string): string {
  return Buffer.from(value, "base64").toString();
}

function mapValues(
  data: Readonly<Record<string, string>>,
  convert: (value: string) => string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, convert(value)]));
}
