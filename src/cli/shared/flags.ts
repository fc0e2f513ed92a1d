import { InvalidArgumentError } from "commander";
import type { ListenAddress } from "../../server/serve.ts";
import { cipherSuites } from "../../server/tls/tls-policy.ts";
import { parseDuration } from "../../text/duration.ts";

/** A TCP port; 0 asks the system for a free one. */
export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError("must be a port from 0 to 65535");
  return port;
}

/** An IPv4 or IPv6 address of this host. */
export function parseAddress(text: string): string {
  // Loading node:net takes milliseconds, which every command would wait for.
  const { isIP } = process.getBuiltinModule("node:net");
  if (isIP(text) === 0 || text.includes("%")) throw new InvalidArgumentError("must be an IP address, without a zone");
  return text;
}

/** `:8081` on every interface, `127.0.0.1:8081` or `[::1]:8081` on one. */
export function parseListenAddress(text: string): ListenAddress {
  const match = /^(?:\[(.+)\]|([^:[\]]*)):(\d+)$/.exec(text);
  if (match === null) throw new InvalidArgumentError("must be [ADDRESS]:PORT");
  const port = parsePort(match[3] ?? "");
  const host = match[1] ?? match[2] ?? "";
  return host === "" ? { port } : { host: parseAddress(host), port };
}

/** A listen address, or `0` for none. */
export function parseOptionalListenAddress(text: string): ListenAddress | false {
  return text === "0" ? false : parseListenAddress(text);
}

/**
 * Milliseconds of a Go duration; more than an hour is a typo, and a timer treats more than 25 days
 * as 0.
 */
export function parseDelay(text: string): number {
  const milliseconds = parseDuration(text) ?? Number.POSITIVE_INFINITY;
  if (milliseconds > 3_600_000) throw new InvalidArgumentError("must be a duration from 0s to 1h, such as 10s or 1m30s");
  return milliseconds;
}

/** Milliseconds of a Go duration that is long enough to wait for every API server. */
export function parseTimeout(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined || milliseconds < 120_000 || milliseconds > 3_600_000)
    throw new InvalidArgumentError("must be a duration from 2m to 1h");
  return milliseconds;
}

/** A number from 1. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError("must be a number from 1 to 999999");
  return Number(text);
}

const byteUnits: Readonly<Record<string, number>> = { "": 1, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };

/** Bytes of a Kubernetes quantity; a recorded review, of at most 1 Mi characters, must fit. */
export function parseBytes(text: string): number {
  const [, number = "", unit = ""] = /^([1-9]\d{0,9})(Ki|Mi|Gi)?$/.exec(text) ?? [];
  const bytes = Number(number) * (byteUnits[unit] ?? 0);
  if (bytes < 8 * 2 ** 20 || bytes > 2 ** 40) throw new InvalidArgumentError("must be from 8Mi to 1024Gi");
  return bytes;
}

/** Adds a value to those of earlier flags. */
export function collect(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}

/** IANA names, separated by commas; Go and Kubernetes use the same names. */
export function parseCipherSuites(text: string): readonly string[] {
  const suites = text.split(",");
  if (!suites.every((suite) => cipherSuites.includes(suite))) throw new InvalidArgumentError(`must be of ${cipherSuites.join(", ")}`);
  return suites;
}

/** Names separated by commas. */
export function parseNames(text: string): readonly string[] {
  const names = text.split(",");
  if (names.includes("")) throw new InvalidArgumentError("must be names, separated by commas");
  return names;
}
