import { once } from "node:events";
import { createServer } from "node:https";
import { connect } from "node:tls";
import type { CertificateStore } from "../../../src/cli/certs/store.ts";
import { portOf } from "../../harness/port-of.ts";
import { type Held, propagationMs } from "./certificate-runs.ts";

/**
 * A certificate and its private key. Pods serve this certificate now, or served this certificate
 * earlier.
 */
interface Pair {
  readonly certificate: string;
  readonly privateKey: string;
}

/**
 * The bundles that the API servers trust, one for each webhook. `replacedAt` is the time at which
 * the next bundles replaced them, in milliseconds on the clock of `performance.now()`.
 */
interface Trusted {
  readonly bundles: readonly string[];
  replacedAt: number;
}

/**
 * Observes the writes of a run, and finds moments at which an API server would reject the
 * certificate of a pod. Assumes the maximum delay for pods and API servers.
 */
export interface TrustLog {
  /** Wraps the certificate store of a run, so that the log observes every write. */
  readonly around: (snapshot: CertificateStore) => CertificateStore;
  /**
   * One line for each moment at which an API server would reject a certificate. In a correct run,
   * the list is empty.
   */
  readonly distrusted: readonly string[];
  /** Returns the number of TLS handshakes so far. */
  readonly handshakes: () => number;
}

/** Starts a log with the current certificates of the cluster. */
export function trustLog({ tls, bundles }: Held): TrustLog {
  const text = (base64: string | undefined): string => Buffer.from(base64 ?? "", "base64").toString();
  const pairs: Pair[] = tls ? [{ certificate: text(tls["tls.crt"]), privateKey: text(tls["tls.key"]) }] : [];
  const trusted: Trusted[] = [{ bundles: bundles.map(text), replacedAt: Number.POSITIVE_INFINITY }];
  const distrusted: string[] = [];
  const verdicts = new Map<string, Promise<string | undefined>>();

  const verify = (pair: Pair, bundle: string): Promise<string | undefined> => {
    const key = pair.certificate + bundle;
    const verdict = verdicts.get(key) ?? handshake(pair, bundle);
    verdicts.set(key, verdict);
    return verdict;
  };
  const look = async (what: string): Promise<void> => {
    // Before the first bundle, no webhook call succeeded, so no call could start to fail.
    const current = trusted.filter(
      (each) => each.replacedAt + propagationMs > performance.now() && each.bundles.some(Boolean),
    );
    for (const bundle of new Set(current.flatMap((each) => each.bundles))) {
      for (const pair of pairs) {
        const fault = await verify(pair, bundle);
        if (fault !== undefined) distrusted.push(`${what}: ${fault}`);
      }
    }
  };
  const around = (snapshot: CertificateStore): CertificateStore => ({
    ...snapshot,
    writeServing: async (pair, ca) => {
      await snapshot.writeServing(pair, ca);
      pairs.push(pair);
      await look("a certificate was written");
    },
    writeBundles: async (written) => {
      await snapshot.writeBundles(written);
      for (const each of trusted) each.replacedAt = Math.min(each.replacedAt, performance.now());
      trusted.push({ bundles: written, replacedAt: Number.POSITIVE_INFINITY });
      await look("a bundle was written");
    },
  });
  return { around, distrusted, handshakes: () => verdicts.size };
}

/**
 * Connects a TLS client that trusts only `bundle` to a server with the given certificate. Returns
 * the error of the client, or undefined if the handshake succeeds.
 */
export async function handshake({ certificate, privateKey }: Pair, bundle: string): Promise<string | undefined> {
  const server = createServer({ cert: certificate, key: privateKey }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server);
  const client = connect({ host: "127.0.0.1", port, servername: "lease-guard.lease-guard.svc", ca: bundle });
  try {
    await once(client, "secureConnect");
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    client.destroy();
    server.close();
  }
}
