import { isLongerThan } from "./byte-length.ts";
import { checkSubdomain, lengthMessage, regexMessage } from "./names.ts";

const name = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const value = `(${name})?`;
const nameRegExp = new RegExp(`^${name}$`);
const valueRegExp = new RegExp(`^${value}$`);

const alphanumeric =
  "consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const nameMessage = regexMessage(`must ${alphanumeric}`, name, ["MyName", "my.name", "123-abc"]);
const partsMessage = `a valid label key ${nameMessage} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`;
const valueMessage = regexMessage(`a valid label must be an empty string or ${alphanumeric}`, value, [
  "MyValue",
  "my_value",
  "12345",
]);

/** The maximum length in bytes of a label value, and of the name part of a qualified name. */
export const maxLabelValueBytes = 63;

/**
 * Returns the reasons why a string is not a qualified name, such as `name` or `example.com/name`.
 * Label keys and finalizers have this form.
 */
export function checkQualifiedName(text: string): readonly string[] {
  const parts = text.split("/", 3);
  if (parts.length > 2) return [partsMessage];
  return parts.length === 1
    ? checkNamePart(text)
    : [...checkPrefixPart(parts[0] ?? ""), ...checkNamePart(parts[1] ?? "")];
}

function checkPrefixPart(prefix: string): readonly string[] {
  if (prefix === "") return ["prefix part must be non-empty"];
  return checkSubdomain(prefix, "bytes").map((message) => `prefix part ${message}`);
}

function checkNamePart(text: string): readonly string[] {
  const messages: string[] = [];
  if (text === "") messages.push("name part must be non-empty");
  else if (isLongerThan(text, maxLabelValueBytes))
    messages.push(`name part ${lengthMessage(maxLabelValueBytes, "bytes")}`);
  if (!nameRegExp.test(text)) messages.push(`name part ${nameMessage}`);
  return messages;
}

/** Reports whether a string has the form of a label value, of any length. */
export function isLabelValue(text: string): boolean {
  return valueRegExp.test(text);
}

/** Returns the reasons why a string is not a label value. The empty string is a label value. */
export function checkLabelValue(text: string): readonly string[] {
  const messages = isLongerThan(text, maxLabelValueBytes) ? [lengthMessage(maxLabelValueBytes, "bytes")] : [];
  return isLabelValue(text) ? messages : [...messages, valueMessage];
}
