import { isLongerThan } from "./byte-length.ts";
import { regexFault } from "./faults.ts";

const label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const subdomain = `${label}(\\.${label})*`;

/** Tests the same as `label` and `subdomain`, but without a repeated group: V8 runs out of room for one on some megabytes. */
const labelChars = /^[-a-z0-9]+$/;
const subdomainChars = /^[-.a-z0-9]+$/;
const badEnd = /^-|-$/;
const badSubdomainEnd = /^[-.]|[-.]$|\.[-.]|-\./;

function isLabel(text: string): boolean {
  return labelChars.test(text) && !badEnd.test(text);
}

function isSubdomain(text: string): boolean {
  return subdomainChars.test(text) && !badSubdomainEnd.test(text);
}

const labelFault = regexFault(
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  label,
  ["my-name", "123-abc"],
);
const subdomainFault = regexFault(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  subdomain,
  ["example.com"],
);

/** Longest subdomain in bytes (RFC 1035's 255 octets less the two of its encoding). */
export const maxSubdomainBytes = 253;

/** Says what keeps a text from being an RFC 1123 label, the form of a namespace; nothing when it is one. */
export function labelFaults(text: string): readonly string[] {
  const faults = isLongerThan(text, 63) ? ["must be no more than 63 characters"] : [];
  if (isLabel(text)) return faults;
  return [...faults, isSubdomain(text) ? "must not contain dots" : labelFault];
}

/** Says what keeps a text from being an RFC 1123 subdomain; its labels may be longer than 63, as upstream has it. */
export function subdomainFaults(text: string, unit: "characters" | "bytes" = "characters"): readonly string[] {
  const faults = isLongerThan(text, maxSubdomainBytes) ? [`must be no more than ${maxSubdomainBytes} ${unit}`] : [];
  return isSubdomain(text) ? faults : [...faults, subdomainFault];
}
