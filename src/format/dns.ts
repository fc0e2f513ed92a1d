import { byteLength } from "./byte-length.ts";
import { regexFault } from "./faults.ts";

const label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const subdomain = `${label}(\\.${label})*`;
const labelRegExp = new RegExp(`^${label}$`);
const subdomainRegExp = new RegExp(`^${subdomain}$`);

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
  const faults = byteLength(text) > 63 ? ["must be no more than 63 characters"] : [];
  if (labelRegExp.test(text)) return faults;
  return [...faults, subdomainRegExp.test(text) ? "must not contain dots" : labelFault];
}

/** Says what keeps a text from being an RFC 1123 subdomain; its labels may be longer than 63, as upstream has it. */
export function subdomainFaults(text: string, unit: "characters" | "bytes" = "characters"): readonly string[] {
  const faults = byteLength(text) > maxSubdomainBytes ? [`must be no more than ${maxSubdomainBytes} ${unit}`] : [];
  return subdomainRegExp.test(text) ? faults : [...faults, subdomainFault];
}
