import { InvalidArgumentError } from "commander";
import { maxRecordBytes } from "../../admission/limits.ts";
import type { ListenAddress } from "../../server/serve.ts";
import { cipherSuites } from "../../server/tls/tls-policy.ts";
import { mustBeDateOrTime, parseDateOrTime } from "../../text/date-or-time.ts";
import { ageText, hourMs, minuteMs, parseDuration } from "../../text/duration.ts";

/** Parses a TCP port from 0 to 65535. For port 0, the system chooses a free port. */
export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) throw new InvalidArgumentError("must be a port from 0 to 65535");
  return port;
}

/** Parses an IPv4 address, or an IPv6 address without a zone. */
export function parseAddress(text: string): string {
  // Loading node:net takes milliseconds, and only a command that parses an address needs it.
  const { isIP } = process.getBuiltinModule("node:net");
  if (isIP(text) === 0 || text.includes("%")) throw new InvalidArgumentError("must be an IP address, without a zone");
  return text;
}

export interface HostPort {
  readonly host: string;
  readonly port: number;
}

/** Parses the address of a server, such as `localhost:8443` or `[::1]:8443`. */
export function parseHostPort(text: string): HostPort {
  const { host, port } = splitHostPort(text) ?? { host: "", port: "" };
  if (host === "") throw new InvalidArgumentError("must be HOST:PORT, such as 127.0.0.1:8443");
  return { host, port: parsePort(port) };
}

/**
 * Splits an address at its port. An IPv6 address is in brackets. The host can be "". Returns
 * undefined if the string does not have this form.
 */
export function splitHostPort(text: string): { readonly host: string; readonly port: string } | undefined {
  const match = /^(?:\[(.+)\]|([^:[\]]*)):(\d+)$/.exec(text);
  return match === null ? undefined : { host: match[1] ?? match[2] ?? "", port: match[3] ?? "" };
}

/** Parses a listen address. `:8081` means every interface, and `[::1]:8081` means one. */
export function parseListenAddress(text: string): ListenAddress {
  const address = splitHostPort(text);
  if (address === undefined) throw new InvalidArgumentError("must be [ADDRESS]:PORT");
  const port = parsePort(address.port);
  return address.host === "" ? { port } : { host: parseAddress(address.host), port };
}

/** Parses a listen address, or returns false for `0`. */
export function parseOptionalListenAddress(text: string): ListenAddress | false {
  return text === "0" ? false : parseListenAddress(text);
}

/** The longest duration of a flag, in milliseconds. A longer duration is probably a typo. */
const maxDurationMs = hourMs;

/** Parses a Go duration from 0s to 1h, such as `1m30s`. Returns milliseconds. */
export function parseDelay(text: string): number {
  const milliseconds = parseDuration(text) ?? Number.POSITIVE_INFINITY;
  if (milliseconds > maxDurationMs)
    throw new InvalidArgumentError(`must be a duration from 0s to ${ageText(maxDurationMs)}, such as 10s or 1m30s`);
  return milliseconds;
}

/**
 * The shortest time limit of a flag, in milliseconds. It gives every API server enough time to load
 * a changed ValidatingWebhookConfiguration.
 */
const minTimeoutMs = 2 * minuteMs;

/** The durations that `parseTimeout` accepts, as help and errors print them. */
export const timeoutRange: string = `from ${ageText(minTimeoutMs)} to ${ageText(maxDurationMs)}`;

/** Parses a Go duration in `timeoutRange`. Returns milliseconds. */
export function parseTimeout(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined || milliseconds < minTimeoutMs || milliseconds > maxDurationMs)
    throw new InvalidArgumentError(`must be a duration ${timeoutRange}`);
  return milliseconds;
}

/** Parses a number from 1 to 999999. Throws an InvalidArgumentError for any other string. */
export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError("must be a number from 1 to 999999");
  return Number(text);
}

/** The largest size of a flag in bytes. */
const maxBytes = 2 ** 40;

const byteUnits: Readonly<Record<string, number>> = {
  ...{ "": 1, k: 1e3, M: 1e6, G: 1e9 },
  ...{ Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 },
};

/** Parses a size from 8Mi to 1024Gi, so that the largest record fits. Returns bytes. */
export function parseBytes(text: string): number {
  const [, number = "", unit = ""] = /^([1-9]\d{0,9})([KMG]i|[kMG])?$/.exec(text) ?? [];
  const bytes = Number(number) * (byteUnits[unit] ?? 0);
  if (bytes < maxRecordBytes || bytes > maxBytes)
    throw new InvalidArgumentError(`must be from ${maxRecordBytes / 2 ** 20}Mi to ${maxBytes / 2 ** 30}Gi`);
  return bytes;
}

/** Parses a time or a day. For a day, returns its beginning in UTC. */
export function parseMoment(text: string): Date {
  const time = parseDateOrTime(text);
  if (time === undefined) throw new InvalidArgumentError(mustBeDateOrTime);
  return time;
}

/** Adds the value of a flag to the values of its earlier occurrences. */
export function collect(text: string, previous: readonly string[] = []): readonly string[] {
  return [...previous, text];
}

/** Parses IANA names of cipher suites, separated by commas. */
export function parseCipherSuites(text: string): readonly string[] {
  const suites = text.split(",");
  if (!suites.every((suite) => cipherSuites.includes(suite)))
    throw new InvalidArgumentError(`must be names from this list: ${cipherSuites.join(", ")}`);
  return suites;
}

/**
 * Parses names of clients, separated by commas. Throws an InvalidArgumentError for an empty name.
 * Also throws this error for a wildcard, or for a suffix such as `.example.com`, because the server
 * compares only whole names.
 */
export function parseNames(text: string): readonly string[] {
  const names = text.split(",");
  if (names.includes("")) throw new InvalidArgumentError("must be names, separated by commas");
  const pattern = names.find((name) => /^\.|\*/.test(name));
  if (pattern !== undefined) throw new InvalidArgumentError(`must be whole names: ${JSON.stringify(pattern)} is a pattern`);
  return names;
}
