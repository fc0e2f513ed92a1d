import { isLongerThan } from "./byte-length.ts";

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

const labelFault = regexMessage(
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  label,
  ["my-name", "123-abc"],
);
const subdomainFault = regexMessage(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  subdomain,
  ["example.com"],
);

/** Longest subdomain in bytes (RFC 1035's 255 octets less the two of its encoding). */
export const maxSubdomainBytes = 253;

/** Says what keeps a text from being an RFC 1123 label, the form of a namespace; nothing when it is one. */
export function checkLabel(text: string): readonly string[] {
  const faults = isLongerThan(text, 63) ? ["must be no more than 63 characters"] : [];
  if (isLabel(text)) return faults;
  return [...faults, isSubdomain(text) ? "must not contain dots" : labelFault];
}

/** Says what keeps a text from being an RFC 1123 subdomain; its labels may be longer than 63, as upstream has it. */
export function checkSubdomain(text: string, unit: "characters" | "bytes" = "characters"): readonly string[] {
  const faults = isLongerThan(text, maxSubdomainBytes) ? [`must be no more than ${maxSubdomainBytes} ${unit}`] : [];
  return isSubdomain(text) ? faults : [...faults, subdomainFault];
}

const key = "[-._a-zA-Z0-9]+";
const keyRegExp = new RegExp(`^${key}$`);
const keyFault = regexMessage("a valid config key must consist of alphanumeric characters, '-', '_' or '.'", key, [
  "key.name",
  "KEY_NAME",
  "key-name",
]);

/** Says what keeps a text from being a ConfigMap key, the form of a LeaseCandidate's name. */
export function checkConfigMapKey(text: string): readonly string[] {
  const faults: string[] = [];
  if (isLongerThan(text, maxSubdomainBytes)) faults.push(`must be no more than ${maxSubdomainBytes} characters`);
  if (!keyRegExp.test(text)) faults.push(keyFault);
  if (text === ".") faults.push("must not be '.'");
  else if (text === "..") faults.push("must not be '..'");
  else if (text.startsWith("..")) faults.push("must not start with '..'");
  return faults;
}

const unfit = ["/", "%"];

/** Says what keeps a text from standing in a URL's path: all that an UPDATE checks of a name (`IsPathSegmentName` upstream). */
export function checkPathSegment(name: string): readonly string[] {
  if (name === "." || name === "..") return [`may not be '${name}'`];
  return checkPathSegmentPrefix(name);
}

/** The same for a generateName, to which more is added: "." may start a name. */
export function checkPathSegmentPrefix(prefix: string): readonly string[] {
  return unfit.filter((char) => prefix.includes(char)).map((char) => `may not contain '${char}'`);
}

/** What a regular expression demands, in kube-apiserver's words (`RegexError` in k8s.io/apimachinery, its odd commas included). */
export function regexMessage(demand: string, source: string, examples: readonly string[]): string {
  return `${demand} (e.g. ${examples.map((example) => `'${example}', `).join(" or ")}regex used for validation is '${source}')`;
}
