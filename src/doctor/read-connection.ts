import { once } from "node:events";
import { connect } from "node:tls";
import type { ApiServer } from "../cluster/api-server.ts";
import { resultOf } from "../cluster/cluster-error.ts";
import { podNamespace } from "../cluster/connect-cluster.ts";
import { listPath } from "../core/api/requests.ts";
import { failed, ok, type Result } from "../core/field/result.ts";
import { defaultProbePort, serveFlagNames, serviceHost } from "../core/text/installed-name.ts";
import { errorMessage } from "../core/text/system-error.ts";
import { findInstallation, flagValue, type Installation } from "../installation/installation.ts";
import { type Connection, objectsOf, type Readiness, type Snapshot } from "../installation/snapshot.ts";
import { type HostPort, splitHostPort } from "../terminal/flags.ts";
import { podsOf } from "./checks/versions.ts";

/** The time limit of a TLS handshake with the Service, in milliseconds. */
const handshakeMs = 5_000;

/**
 * Reads `/readyz?verbose` of every pod through the proxy of the API server, and the certificate of
 * the Service from `address`. Without an address, reads the certificate only inside the cluster,
 * because the proxy does not show the certificates of pods.
 */
export async function readConnection(
  api: ApiServer,
  snapshot: Snapshot,
  address: HostPort | undefined,
  namespace?: string,
): Promise<Connection> {
  const own = findInstallation(snapshot, namespace);
  const readiness: Readiness[] = [];
  for (const { namespace, name } of podsOf(own.deployment, objectsOf(snapshot, "Pod"))) {
    const pods = listPath("v1", namespace, "pods");
    readiness.push(
      await readReadiness(
        api,
        name,
        `${pods}/http:${encodeURIComponent(name)}:${healthPort(own)}/proxy/readyz?verbose`,
      ),
    );
  }
  const certificate = await readServedCertificate(own, address);
  return {
    readiness,
    certificate: certificate.ok ? certificate.value : undefined,
    certificateReason: certificate.ok ? "" : certificate.error,
  };
}

/** Returns the port of `--health-probe-bind-address` or, without the flag, the default port. */
function healthPort(own: Installation): number {
  const address = flagValue(own, serveFlagNames.healthProbeBindAddress) ?? "";
  return Number(splitHostPort(address)?.port ?? defaultProbePort);
}

async function readReadiness(api: ApiServer, pod: string, path: string): Promise<Readiness> {
  const response = await resultOf(api({ method: "GET", path, accept: "*/*", isText: true }));
  return response.ok
    ? { pod, text: String(response.value.body), reason: "" }
    : { pod, text: undefined, reason: response.error.message };
}

async function readServedCertificate(
  { reference }: Installation,
  address: HostPort | undefined,
): Promise<Result<string, string>> {
  if (reference === undefined) return failed("needs a webhook that calls a Service");
  const host = serviceHost(reference);
  if (address === undefined && podNamespace() === undefined)
    return failed("needs --service-address, or a run inside the cluster");
  const target = address ?? { host, port: reference.port };
  try {
    return ok(await servedChain(target, host));
  } catch (error) {
    return failed(`the Service could not be reached: ${errorMessage(error)}`);
  }
}

/** Returns the certificates that a TLS server sends, in PEM. Does not verify them. */
async function servedChain(target: HostPort, servername: string): Promise<string> {
  const socket = connect({ ...target, servername, rejectUnauthorized: false, timeout: handshakeMs });
  socket.on("timeout", () => socket.destroy(new Error("the handshake took too long")));
  try {
    await once(socket, "secureConnect");
    const chain: string[] = [];
    for (
      let x509 = socket.getPeerX509Certificate();
      x509 !== undefined && !chain.includes(x509.toString());
      x509 = x509.issuerCertificate
    )
      chain.push(x509.toString());
    return chain.join("");
  } finally {
    socket.destroy();
  }
}
