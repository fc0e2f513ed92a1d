import { isIP, isIPv6 } from "node:net";
import { goQuote } from "../../core/field/go-quote.ts";
import { serviceHost } from "../../core/text/installed-name.ts";
import { checkLabel, isSubdomain, lengthMessage, maxLabelBytes, maxSubdomainBytes } from "../../core/text/names.ts";

export interface SubjectNames {
  /**
   * DNS names in lower case. If at least two labels follow the first label, the first label can be
   * `*`.
   */
  readonly dnsNames: readonly string[];
  /** IPv4 and IPv6 addresses in any notation. */
  readonly ipAddresses: readonly string[];
}

/**
 * Maximum number of names in a certificate. 100 names of 253 octets need 25 KiB. OpenSSL's clients
 * reject a certificate chain above 100 KiB.
 */
export const maxSubjectNames = 100;

/**
 * Returns the DNS names of a Service. The first name is `SERVICE.NAMESPACE.svc`, which
 * kube-apiserver verifies when it calls a webhook.
 */
export function serviceDnsNames(service: string, namespace: string): readonly string[] {
  const host = serviceHost({ name: service, namespace });
  return [host, `${host}.cluster.local`, `${service}.${namespace}`, service];
}

export function checkService(service: string, namespace: string): readonly string[] {
  return [...checkNamed("service", service), ...checkNamed("namespace", namespace)];
}

function checkNamed(what: string, value: string): readonly string[] {
  return checkLabel(value).map((error) => `${what} ${goQuote(value)}: ${error}`);
}

/** Checks the names for a certificate. */
export function checkSubjectNames({ dnsNames, ipAddresses }: SubjectNames): readonly string[] {
  const count = dnsNames.length + ipAddresses.length;
  if (count === 0) return ["names must be at least one DNS name or IP address"];
  if (count > maxSubjectNames) return [`names must be no more than ${maxSubjectNames}, not ${count}`];
  return [...dnsNames.flatMap(checkDnsName), ...ipAddresses.flatMap(checkIpAddress)];
}

/**
 * Removes duplicates. Writes each IPv6 address in the form of RFC 5952 without dotted parts,
 * because forge would encode `::2:3:4:5:6:7:8` in 14 octets instead of 16.
 */
export function canonicalNames({ dnsNames, ipAddresses }: SubjectNames): SubjectNames {
  return { dnsNames: [...new Set(dnsNames)], ipAddresses: [...new Set(ipAddresses.map(canonicalAddress))] };
}

function canonicalAddress(address: string): string {
  return isIPv6(address) ? new URL(`https://[${address}]`).hostname.slice(1, -1) : address;
}

function checkDnsName(name: string): readonly string[] {
  const error = dnsNameError(name);
  return error === undefined ? [] : [`DNS name ${goQuote(name)} ${error}`];
}

function dnsNameError(name: string): string | undefined {
  if (isIP(name) !== 0) return "must be given as an IP address";
  if (name.length > maxSubdomainBytes) return lengthMessage(maxSubdomainBytes, "characters");
  if (name.split(".").some((part) => part.length > maxLabelBytes))
    return `must have labels of no more than ${maxLabelBytes} characters`;
  if (isName(name)) return undefined;
  if (isName(name.toLowerCase())) return "must be lower case";
  if (name.includes("*")) return "must have '*' only as the whole first label, with two labels or more after it";
  return "must be labels of lower case letters, digits and '-', joined by dots, each with a letter or digit at both ends";
}

/**
 * Reports whether a name is a DNS name or a wildcard name. At least two labels must follow `*`,
 * because OpenSSL's clients ignore other wildcards.
 */
function isName(name: string): boolean {
  return isSubdomain(name) || (name.startsWith("*.") && name.includes(".", 2) && isSubdomain(name.slice(2)));
}

function checkIpAddress(address: string): readonly string[] {
  if (isIP(address) === 0) return [`IP address ${goQuote(address)} must be an IPv4 or IPv6 address`];
  return address.includes("%") ? [`IP address ${goQuote(address)} must not have a zone`] : [];
}
