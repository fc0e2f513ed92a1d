import { InvalidArgumentError } from "commander";
import { maxRecordBytes } from "../engine/review/limits.ts";
import { parsePort, splitHostPort } from "../terminal/flags.ts";
import type { ListenAddress } from "./serve.ts";
import { cipherSuites } from "./tls/tls-policy.ts";

/**
 * Parses an IPv4 address, or an IPv6 address without a zone. Throws an InvalidArgumentError for any
 * other string.
 */
export function parseAddress(text: string): string {
  // Loading node:net takes milliseconds, and only a command that parses an address needs it.
  const { isIP } = process.getBuiltinModule("node:net");
  if (isIP(text) === 0 || text.includes("%")) throw new InvalidArgumentError("must be an IP address, without a zone");
  return text;
}

/**
 * Parses a listen address. `:8081` means every interface. `127.0.0.1:8081` and `[::1]:8081` mean
 * one interface. Throws an InvalidArgumentError for any other string.
 */
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

/**
 * Parses a size from 8Mi, so that the largest record fits, to 1024Gi, such as `64Mi`. The unit is
 * k, M, G, Ki, Mi, Gi, or none. Returns bytes. Throws an InvalidArgumentError for any other string.
 */
export function parseBytes(text: string): number {
  const [, number = "", unit = ""] = /^([1-9]\d{0,9})([KMG]i|[kMG])?$/.exec(text) ?? [];
  const bytes = Number(number) * (byteUnits[unit] ?? 0);
  if (bytes < maxRecordBytes || bytes > maxBytes)
    throw new InvalidArgumentError(`must be from ${maxRecordBytes / 2 ** 20}Mi to ${maxBytes / 2 ** 30}Gi`);
  return bytes;
}

/**
 * Parses IANA names of cipher suites, separated by commas. Go and Kubernetes also use these names.
 * Throws an InvalidArgumentError for a name that is not in `cipherSuites`.
 */
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
  if (pattern !== undefined)
    throw new InvalidArgumentError(`must be whole names: ${JSON.stringify(pattern)} is a pattern`);
  return names;
}
