import { isLongerThan } from "./byte-length.ts";
import { checkSubdomain, maxSubdomainBytes, regexMessage } from "./names.ts";

const name = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const value = `(${name})?`;
const nameRegExp = new RegExp(`^${name}$`);
const valueRegExp = new RegExp(`^${value}$`);

const alphanumeric = "consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const nameFault = regexMessage(`must ${alphanumeric}`, name, ["MyName", "my.name", "123-abc"]);
const partsMessage = (subject: string) =>
  `${subject} ${nameFault} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`;
const lengthMessage = (limit: number, unit: "bytes" | "characters") => `must be no more than ${limit} ${unit}`;
const valueFault = regexMessage(`a valid label must be an empty string or ${alphanumeric}`, value, ["MyValue", "my_value", "12345"]);

/** Longest name part, and longest label value, in bytes. */
const maxBytes = 63;

/** Says what keeps a text from being a qualified name (`name` or `example.com/name`), the form of label keys and finalizers. */
export function checkQualifiedName(text: string): readonly string[] {
  const parts = text.split("/", 3);
  if (parts.length > 2) return [partsMessage("a valid label key")];
  return parts.length === 1 ? namePartFaults(text) : [...prefixPartFaults(parts[0] ?? ""), ...namePartFaults(parts[1] ?? "")];
}

function prefixPartFaults(prefix: string): readonly string[] {
  if (prefix === "") return ["prefix part must be non-empty"];
  return checkSubdomain(prefix, "bytes").map((fault) => `prefix part ${fault}`);
}

function namePartFaults(text: string): readonly string[] {
  const faults: string[] = [];
  if (text === "") faults.push("name part must be non-empty");
  else if (isLongerThan(text, maxBytes)) faults.push(`name part ${lengthMessage(maxBytes, "bytes")}`);
  if (!nameRegExp.test(text)) faults.push(`name part ${nameFault}`);
  return faults;
}

/** Says what keeps a text from being a label value; "" is one. */
export function checkLabelValue(text: string): readonly string[] {
  const faults = isLongerThan(text, maxBytes) ? [lengthMessage(maxBytes, "bytes")] : [];
  return valueRegExp.test(text) ? faults : [...faults, valueFault];
}

const prefixes: readonly (readonly [prefix: string, limit: number])[] = [
  ["", maxBytes],
  ["name part ", maxBytes],
  ["prefix part ", maxSubdomainBytes],
];

/** The messages of Kubernetes 1.34 and older, by the messages here that replace them. */
export const messagesUntil134: ReadonlyMap<string, string> = new Map([
  [partsMessage("a valid label key"), partsMessage("a qualified name")],
  ...prefixes.map(([prefix, limit]) => [prefix + lengthMessage(limit, "bytes"), prefix + lengthMessage(limit, "characters")] as const),
]);
