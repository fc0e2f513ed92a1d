import { isLongerThan } from "./byte-length.ts";

const label = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";

/** A regular expression for an RFC 1123 subdomain, without anchors. */
export const subdomain: string = `${label}(\\.${label})*`;

/**
 * Expressions that together accept the same strings as `label` and `subdomain`, but do not repeat a
 * group. If a repeated group matches several megabytes, V8 runs out of stack space.
 */
const labelChars = /^[-a-z0-9]+$/;
const subdomainChars = /^[-.a-z0-9]+$/;
const badEnd = /^-|-$/;
const badSubdomainEnd = /^[-.]|[-.]$|\.[-.]|-\./;

/** Reports whether a string has the form of an RFC 1123 label, of any length. */
export function isLabel(text: string): boolean {
  return labelChars.test(text) && !badEnd.test(text);
}

/** Reports whether a string has the form of an RFC 1123 subdomain, of any length. */
export function isSubdomain(text: string): boolean {
  return subdomainChars.test(text) && !badSubdomainEnd.test(text);
}

const labelMessage = regexMessage(
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
  label,
  ["my-name", "123-abc"],
);
const subdomainMessage = regexMessage(
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
  subdomain,
  ["example.com"],
);

export function firstLabel(name: string): string {
  return name.split(".", 1)[0] ?? name;
}

/** The maximum length of a label in bytes, as in RFC 1035. */
export const maxLabelBytes = 63;

/**
 * The maximum length of a subdomain in bytes. RFC 1035 allows 255 octets, and the encoding takes
 * two of these octets.
 */
export const maxSubdomainBytes = 253;

/**
 * Returns the reasons why a string is not an RFC 1123 label. For example, the name of a namespace
 * must be a label. Returns an empty list for a label.
 */
export function checkLabel(text: string): readonly string[] {
  const messages = isLongerThan(text, maxLabelBytes) ? [lengthMessage(maxLabelBytes, "characters")] : [];
  if (isLabel(text)) return messages;
  return [...messages, isSubdomain(text) ? "must not contain dots" : labelMessage];
}

/**
 * Returns the reasons why a string is not an RFC 1123 subdomain. `unit` is the unit of length in
 * the message for a long string. As in apimachinery, a label of the subdomain can be longer than 63
 * characters.
 */
export function checkSubdomain(text: string, unit: "characters" | "bytes" = "characters"): readonly string[] {
  const messages = isLongerThan(text, maxSubdomainBytes) ? [lengthMessage(maxSubdomainBytes, unit)] : [];
  return isSubdomain(text) ? messages : [...messages, subdomainMessage];
}

const key = "[-._a-zA-Z0-9]+";
const keyRegExp = new RegExp(`^${key}$`);
const keyMessage = regexMessage("a valid config key must consist of alphanumeric characters, '-', '_' or '.'", key, [
  "key.name",
  "KEY_NAME",
  "key-name",
]);

/**
 * Returns the reasons why a string is not a ConfigMap key. The name of a LeaseCandidate must have
 * the same form.
 */
export function checkConfigMapKey(text: string): readonly string[] {
  const messages: string[] = [];
  if (isLongerThan(text, maxSubdomainBytes)) messages.push(lengthMessage(maxSubdomainBytes, "characters"));
  if (!keyRegExp.test(text)) messages.push(keyMessage);
  if (text === ".") messages.push("must not be '.'");
  else if (text === "..") messages.push("must not be '..'");
  else if (text.startsWith("..")) messages.push("must not start with '..'");
  return messages;
}

/** Reports whether a string has the form of a ConfigMap key, of any length. */
export function isConfigMapKey(text: string): boolean {
  return keyRegExp.test(text) && text !== "." && !text.startsWith("..");
}

const forbiddenCharacters = ["/", "%"];

/**
 * Returns the reasons why a name cannot be a segment of a URL path, like `IsPathSegmentName` of
 * apimachinery. For an update, kube-apiserver has no other requirement for the form of a name.
 */
export function checkPathSegment(name: string): readonly string[] {
  if (name === "." || name === "..") return [`may not be '${name}'`];
  return checkPathSegmentPrefix(name);
}

/**
 * Returns the reasons why a generateName cannot begin a segment of a URL path. A generateName can
 * be ".", because kube-apiserver adds a suffix.
 */
export function checkPathSegmentPrefix(prefix: string): readonly string[] {
  return forbiddenCharacters.filter((char) => prefix.includes(char)).map((char) => `may not contain '${char}'`);
}

/**
 * Returns the message of `RegexError` in k8s.io/apimachinery, with the same commas after the
 * examples.
 */
export function regexMessage(requirement: string, source: string, examples: readonly string[]): string {
  return `${requirement} (e.g. ${examples.map((example) => `'${example}', `).join(" or ")}regex used for validation is '${source}')`;
}

/** Returns the message for a string that is too long, in the words of apimachinery. */
export function lengthMessage(limit: number, unit: "bytes" | "characters"): string {
  return `must be no more than ${limit} ${unit}`;
}

/** The form of a UUID in lower case, as the source of a regular expression. */
export const uuidForm = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
