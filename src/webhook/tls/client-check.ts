import { X509Certificate } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { dnsNamesOf } from "../../cluster/x509/parse-certificate.ts";
import { failed, ok, type Result, tryOrUndefined } from "../../core/field/result.ts";
import { isSignedBy, pemCertificates } from "../../core/text/validity.ts";
import type { HttpProblem } from "../http/http-errors.ts";

/**
 * Accepts or rejects the client of a request. The decision depends on the client certificate of the
 * connection.
 */
export type CheckClient = (request: IncomingMessage) => Result<undefined, HttpProblem>;

/**
 * Returns a function that requires a client certificate from one of the client CAs. The common name
 * or a DNS name of the certificate must be in `names`. If `names` is empty, accepts every name. The
 * server rejects a client with an HTTP response, because kube-apiserver would report a rejected
 * handshake without a reason.
 */
export function clientCheck(names: readonly string[]): CheckClient {
  // Results by connection, because all requests of a connection have the same certificate.
  const checked = new WeakMap<object, Result<undefined, HttpProblem>>();
  return ({ socket }) => {
    const known = checked.get(socket) ?? checkSocket(socket, names);
    checked.set(socket, known);
    return known;
  };
}

function checkSocket(socket: object, names: readonly string[]): Result<undefined, HttpProblem> {
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  if (!(socket instanceof TLSSocket) || certificate === undefined)
    return failed({ code: 401, message: "must have a client certificate" });
  if (!socket.authorized)
    return failed({
      code: 401,
      message: `must have a client certificate that a CA of this webhook signed: ${String(socket.authorizationError)}`,
    });
  if (names.length === 0 || names.some((name) => isNamed(certificate, name))) return ok(undefined);
  return failed({ code: 403, message: "must have a client certificate with an allowed name" });
}

function isNamed(certificate: X509Certificate, name: string): boolean {
  const { subject } = certificate.toLegacyObject();
  // If a certificate has several common names, `CN` is a list, and the function accepts no common
  // name. The function does not use `checkHost`, which accepts every host name that ends with
  // `name` if `name` starts with a dot.
  return subject.CN === name || dnsNamesOf(certificate).includes(name.toLowerCase());
}

/**
 * Returns a function that reports whether the client of a connection is still trusted after the
 * client CAs have changed. The handshake must have accepted the certificate, and a CA in `clientCa`
 * must have signed the certificate directly. A client with any other certificate must connect
 * again. The function verifies each certificate only once.
 */
export function trustOf(clientCa: string): (socket: Socket) => boolean {
  const cas = pemCertificates(clientCa).map((pem) => new X509Certificate(pem));
  const verified = new Map<string, boolean>();
  return (socket) => {
    const certificate = socket instanceof TLSSocket && socket.authorized ? socket.getPeerX509Certificate() : undefined;
    if (certificate === undefined) return false;
    const { fingerprint512 } = certificate;
    const trusted = verified.get(fingerprint512) ?? cas.some((ca) => isSignedBy(certificate, ca));
    verified.set(fingerprint512, trusted);
    return trusted;
  };
}

/**
 * Reports whether every PEM block of a string is a CA certificate, and there is at least one.
 * Node.js ignores everything after an invalid CA.
 */
export function isCaBundle(pem: string): boolean {
  const blocks = pemCertificates(pem);
  return blocks.length > 0 && pem.split("-----BEGIN").length === blocks.length + 1 && blocks.every(isCa);
}

function isCa(pem: string): boolean {
  return tryOrUndefined(() => new X509Certificate(pem))?.ca ?? false;
}
