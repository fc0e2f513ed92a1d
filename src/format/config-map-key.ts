import { isLongerThan } from "./byte-length.ts";
import { maxSubdomainBytes } from "./dns.ts";
import { regexFault } from "./faults.ts";

const key = "[-._a-zA-Z0-9]+";
const keyRegExp = new RegExp(`^${key}$`);
const keyFault = regexFault("a valid config key must consist of alphanumeric characters, '-', '_' or '.'", key, [
  "key.name",
  "KEY_NAME",
  "key-name",
]);

/** Says what keeps a text from being a ConfigMap key, the form of a LeaseCandidate's name. */
export function configMapKeyFaults(text: string): readonly string[] {
  const faults: string[] = [];
  if (isLongerThan(text, maxSubdomainBytes)) faults.push(`must be no more than ${maxSubdomainBytes} characters`);
  if (!keyRegExp.test(text)) faults.push(keyFault);
  if (text === ".") faults.push("must not be '.'");
  else if (text === "..") faults.push("must not be '..'");
  else if (text.startsWith("..")) faults.push("must not start with '..'");
  return faults;
}
