import type { ApiServer } from "../../cluster/api-server.ts";
import {
  patchCaBundles,
  readSecret,
  readWebhooks,
  type Secret,
  writeSecret,
} from "../../cluster/certificate-objects.ts";
import type { StoredCertificates } from "../../cluster/certs/certificate-state.ts";
import type { PemPair } from "../../cluster/x509/pem-pair.ts";
import { decodeBase64, encodeBase64 } from "../../core/text/decode-text.ts";
import { UsageError } from "../../terminal/errors.ts";

/** The names of the objects that contain the certificates, and the namespace of the two Secrets. */
export interface CertificateObjects {
  readonly namespace: string;
  readonly secret: string;
  readonly caSecret: string;
  readonly webhookConfiguration: string;
}

/**
 * The certificates in the cluster, and functions that change them. Each function rejects with a
 * conflict if another client has changed the object since the store was read.
 */
export interface CertificateStore {
  readonly stored: StoredCertificates;
  readonly writeCa: (ca: PemPair) => Promise<void>;
  readonly writeServing: (serving: PemPair, ca: PemPair) => Promise<void>;
  readonly writeBundles: (bundles: readonly string[]) => Promise<void>;
}

/**
 * Reads the two Secrets and the ValidatingWebhookConfiguration. Reads the CA last, so the CA is at
 * least as new as the serving certificate. With an older CA, the run would overwrite a newer
 * serving certificate without a conflict. Throws a usage error if the Secret of the CA is not of
 * type Opaque.
 */
export async function readCertificates(api: ApiServer, objects: CertificateObjects): Promise<CertificateStore> {
  const { namespace, webhookConfiguration } = objects;
  const serving = await readSecret(api, namespace, objects.secret);
  const webhooks = await readWebhooks(api, webhookConfiguration);
  const ca = await readSecret(api, namespace, objects.caSecret);
  if (ca !== undefined && ca.type !== "Opaque")
    throw new UsageError(`Secret ${namespace}/${objects.caSecret} must be of type Opaque, not ${ca.type}`);
  return {
    stored: {
      ...(ca && { ca: pemPair(ca, "ca") }),
      ...(serving && { serving: pemPair(serving, "tls") }),
      bundles: webhooks.map(({ caBundle = "" }) => decodeBase64(caBundle) ?? ""),
    },
    writeCa: ({ certificate, privateKey }) => {
      const data = { "ca.crt": certificate, "ca.key": privateKey };
      return writeSecret(api, { namespace, name: objects.caSecret, type: "Opaque", data }, ca);
    },
    writeServing: ({ certificate, privateKey }, signer) => {
      const data = { "tls.crt": certificate, "tls.key": privateKey, "ca.crt": signer.certificate };
      return writeSecret(api, { namespace, name: objects.secret, type: "kubernetes.io/tls", data }, serving);
    },
    writeBundles: (bundles) => {
      return patchCaBundles(api, webhookConfiguration, webhooks, bundles.map(encodeBase64));
    },
  };
}

/**
 * Wraps a function that reads a store. The result calls `read` until one call succeeds. Changes of
 * the store then stay in memory and do not reach the cluster.
 */
export function dryRun(read: () => Promise<CertificateStore>): () => Promise<CertificateStore> {
  let stored: StoredCertificates | undefined;
  const remember = async (change: Partial<StoredCertificates>): Promise<void> => {
    if (stored) stored = { ...stored, ...change };
  };
  return async () => {
    stored ??= (await read()).stored;
    return {
      stored,
      writeCa: (ca) => remember({ ca }),
      writeServing: (serving) => remember({ serving }),
      writeBundles: (bundles) => remember({ bundles }),
    };
  };
}

function pemPair({ data }: Secret, name: "ca" | "tls"): PemPair {
  return { certificate: data[`${name}.crt`] ?? "", privateKey: data[`${name}.key`] ?? "" };
}
