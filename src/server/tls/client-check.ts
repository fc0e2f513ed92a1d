import { X509Certificate } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { TLSSocket } from "node:tls";
import { pemCertificates } from "../../text/pem.ts";

/** Why a caller is sent away: it has not shown who it is, or it is somebody else. */
export interface CallerRefusal {
  readonly code: 401 | 403;
  readonly message: string;
}

/** Says whether the caller must be sent away. */
export type RefuseCaller = (request: IncomingMessage) => CallerRefusal | undefined;

/**
 * A caller must have a certificate that a CA of ours signed, with one of the names as its common name or a DNS name; without names any
 * will do. It is refused by an answer and not in the handshake, of which kube-apiserver could only tell that it failed.
 */
export function callersNamed(names: readonly string[]): RefuseCaller {
  // A connection has many requests, and one certificate.
  const refusals = new WeakMap<object, CallerRefusal | "none">();
  return ({ socket }) => {
    const known = refusals.get(socket) ?? refusalOf(socket, names) ?? "none";
    refusals.set(socket, known);
    return known === "none" ? undefined : known;
  };
}

function refusalOf(socket: object, names: readonly string[]): CallerRefusal | undefined {
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  if (!(socket instanceof TLSSocket) || certificate === undefined) return { code: 401, message: "must have a client certificate" };
  if (!socket.authorized)
    return { code: 401, message: `must have a client certificate that a CA of this webhook signed: ${String(socket.authorizationError)}` };
  if (names.length === 0 || names.some((name) => isNamed(certificate, name))) return undefined;
  return { code: 403, message: "must have a client certificate with an allowed name" };
}

function isNamed(certificate: X509Certificate, name: string): boolean {
  const { subject } = certificate.toLegacyObject();
  // Of several common names, which come as a list, none counts.
  return subject.CN === name || certificate.checkHost(name, { subject: "never", wildcards: false }) !== undefined;
}

/** True for PEM with CAs and nothing but CAs; Node would leave out what comes after a broken one without a word. */
export function isCaBundle(pem: string): boolean {
  const blocks = pemCertificates(pem);
  return blocks.length > 0 && pem.split("-----BEGIN").length === blocks.length + 1 && blocks.every(isCa);
}

function isCa(pem: string): boolean {
  try {
    return new X509Certificate(pem).ca;
  } catch {
    return false;
  }
}
